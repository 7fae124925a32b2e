"""What a variant's author needs: judge check, import-map, draw-map."""
