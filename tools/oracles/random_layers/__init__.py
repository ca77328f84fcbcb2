"""Random OpenVINO IR models of one layer, read by OpenVINO and compared."""
