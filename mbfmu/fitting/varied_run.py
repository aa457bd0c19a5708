"""provisional"""
import numpy as np
from ..analysis.simulate import simulate
from .identifiable import reach
from .unknowns import values_of

def varied_run(problem, values, inputs, times, unknowns):
    from ..analysis.drive import Drive
    from ..analysis.simulate import _outputs_by_engine
    from ..engine.instance import Instance
    def run(v):
        i=Instance(problem); d=Drive(i,v,inputs); d.hold(times[0]); d.at(times[0]); i.initialize(times[0])
        return _outputs_by_engine(i,d,times,1e-9)
    y=run(values); dy=np.empty((*y.shape,len(unknowns)))
    for k,u in enumerate(unknowns):
        x=values[u.name]; h=1e-4*reach(u,x)
        dy[:,:,k]=(run({**values,u.name:x+h})-run({**values,u.name:x-h}))/(2*h)
    return y,dy
