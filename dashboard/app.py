"""Navigation: the list of questions, nothing else."""

from pathlib import Path

import streamlit as st

from dashboard import server, state

server.prepare()
ICON = Path(__file__).parent.parent / "assets" / "icon.png"
st.set_page_config(page_title="Kelt", page_icon=str(ICON) if ICON.exists() else None, layout="wide")
page = st.navigation(
    [
        st.Page("views/publish.py", title="Publish", default=True),
        st.Page("views/crowd.py", title="Crowd"),
        st.Page("views/giveaway.py", title="Giveaway"),
        st.Page("views/blur.py", title="Blur"),
        st.Page("views/again.py", title="Again"),
        st.Page("views/match.py", title="Match"),
        st.Page("views/undo.py", title="Undo"),
        st.Page("views/isolate.py", title="Isolate"),
    ],
    position="top",
)
state.enter(page.url_path or "publish")
page.run()
