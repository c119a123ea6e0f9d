"""Skills over two or three applications: what one of them holds is carried into another."""
