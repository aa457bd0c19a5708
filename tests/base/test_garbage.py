import gc

import pytest

from mbfmu.base.garbage import no_garbage_collection


def test_garbage_is_searched_for_again_afterwards_if_it_was_before():
    with pytest.raises(ZeroDivisionError), no_garbage_collection():
        with no_garbage_collection():
            assert not gc.isenabled()
        assert not gc.isenabled()
        raise ZeroDivisionError
    assert gc.isenabled()
