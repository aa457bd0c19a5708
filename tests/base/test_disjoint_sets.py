import numpy as np
import pytest
from scipy.cluster.hierarchy import DisjointSet

from mbfmu.base.disjoint_sets import DisjointSets


@pytest.mark.parametrize("merges", [0, 5, 20, 60])
def test_they_are_those_of_scipy(merges: int):
    rng, ours, theirs = np.random.default_rng(merges), DisjointSets(range(20)), DisjointSet(range(20))
    for element in range(15, 30):
        ours.add(element)
        theirs.add(element)
    for a, b in rng.integers(30, size=(merges, 2)).tolist():
        assert ours.merge(a, b) == theirs.merge(a, b)
        assert ours.connected(*(pair := rng.integers(30, size=2).tolist())) == theirs.connected(*pair)
    assert ours.subsets() == theirs.subsets()
    for k in range(30):
        assert ours.subset(k) == theirs.subset(k) and ours[k] in ours.subset(k)
        assert {other for other in range(30) if ours[other] == ours[k]} == ours.subset(k)
