"""What every room stands on: errors, files, numbers that kernels compute with, rotations, processes of their own."""
