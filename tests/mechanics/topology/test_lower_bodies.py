"""Lower-body arrays against the paper that introduced them."""

from mbfmu.mechanics.topology import branch, lower_body_arrays

# Huston & Liu (2001), Table 1, for the ten bodies of their Fig. 1
TABLE_1 = [
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
    [0, 1, 2, 2, 4, 5, 4, 7, 7, 1],
    [0, 0, 1, 1, 2, 4, 2, 4, 4, 0],
    [0, 0, 0, 0, 1, 2, 1, 2, 2, 0],
    [0, 0, 0, 0, 0, 1, 0, 1, 1, 0],
    [0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
]


def test_table_1():
    assert lower_body_arrays(TABLE_1[1]) == TABLE_1


def test_branch_of_body_9():
    """Section 2: "in column 9 we have the numbers: 9, 7, 4, 2, 1, 0"."""
    assert branch(TABLE_1[1], 9) == [9, 7, 4, 2, 1]
