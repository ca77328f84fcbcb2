"""Random single-layer OpenVINO IR models, compared with OpenVINO."""
