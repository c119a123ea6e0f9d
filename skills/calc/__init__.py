"""Skills of LibreOffice Calc: each in one file beside the base that they share."""
