"""The table in a terminal, with keys and mouse. It shows what one seat may see, and tells the session what was chosen."""
