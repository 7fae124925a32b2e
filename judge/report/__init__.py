"""From events to mail: views, Jinja2 templates, text and HTML."""
