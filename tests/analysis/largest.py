"""The largest tensor that any operation makes, so that promises about memory can be broken."""

import torch
from torch.utils._python_dispatch import TorchDispatchMode
from torch.utils._pytree import tree_leaves


class Largest(TorchDispatchMode):
    """`with Largest() as seen: ...; seen.numel`: elements of the largest result but views."""

    def __init__(self):
        super().__init__()
        self.numel = 0

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        out = func(*args, **(kwargs or {}))
        if not torch.is_tensor(out) or out._base is None:
            sizes = [
                t.untyped_storage().nbytes() // t.itemsize
                for t in tree_leaves(out)
                if torch.is_tensor(t) and t._base is None
            ]
            self.numel = max([self.numel, *sizes])
        return out
