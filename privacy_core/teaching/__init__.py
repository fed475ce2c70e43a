"""What a class teaches an attacker, in named steps; what t-closeness cannot do, and what is often said wrongly."""
