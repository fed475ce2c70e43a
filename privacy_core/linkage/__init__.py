"""Can someone match a release to what they already know: blocks, encoding, projection, cosine, threshold."""
