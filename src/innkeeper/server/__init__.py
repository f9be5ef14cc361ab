"""The table over a network: protocol, rooms, storage, and the web application that carries them."""
