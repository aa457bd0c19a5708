"""Constructors of the elements, for type checkers and editors; written by docs/generators/constructors.py from the declarations."""

from mbfmu.model.blocks.accumulator import Accumulator as _Accumulator
from mbfmu.model.blocks.anti_lock_brakes import Abs as _Abs
from mbfmu.model.blocks.base import Block
from mbfmu.model.blocks.block_model import BlockModel
from mbfmu.model.blocks.bushing_block import BushingBlock as _BushingBlock
from mbfmu.model.blocks.check_valve import CheckValve as _CheckValve
from mbfmu.model.blocks.counterbalance_valve import CounterbalanceValve as _CounterbalanceValve
from mbfmu.model.blocks.cruise_controller import CruiseController as _CruiseController
from mbfmu.model.blocks.donges_driver import DongesDriver as _DongesDriver
from mbfmu.model.blocks.double_acting_cylinder import DoubleActingCylinder as _DoubleActingCylinder
from mbfmu.model.blocks.double_lane_change import DoubleLaneChange as _DoubleLaneChange
from mbfmu.model.blocks.driven_single_track import DrivenSingleTrack as _DrivenSingleTrack
from mbfmu.model.blocks.electric_drive import ElectricDrive as _ElectricDrive
from mbfmu.model.blocks.engine import Engine as _Engine
from mbfmu.model.blocks.esc import Esc as _Esc
from mbfmu.model.blocks.hydraulic_cylinder import HydraulicCylinder as _HydraulicCylinder
from mbfmu.model.blocks.hydraulic_line import HydraulicLine as _HydraulicLine
from mbfmu.model.blocks.hydraulic_volume import HydraulicVolume as _HydraulicVolume
from mbfmu.model.blocks.lane_controller import LaneController as _LaneController
from mbfmu.model.blocks.pid import Pid as _Pid
from mbfmu.model.blocks.pilot_check_valve import PilotCheckValve as _PilotCheckValve
from mbfmu.model.blocks.preview_driver import PreviewDriver as _PreviewDriver
from mbfmu.model.blocks.pump import Pump as _Pump
from mbfmu.model.blocks.python_block import PythonBlock
from mbfmu.model.blocks.relief_valve import ReliefValve as _ReliefValve
from mbfmu.model.blocks.sampled_pid import SampledPid as _SampledPid
from mbfmu.model.blocks.servo_valve import ServoValve as _ServoValve
from mbfmu.model.blocks.shift_program import ShiftProgram as _ShiftProgram
from mbfmu.model.blocks.single_track import SingleTrack as _SingleTrack
from mbfmu.model.blocks.spring_damper import SpringDamper as _SpringDamper
from mbfmu.model.blocks.tank import Tank as _Tank
from mbfmu.model.blocks.tydex_c import TydexC as _TydexC
from mbfmu.model.declare.lookup_table import LookupTable
from mbfmu.model.declare.parameter_value import Value, Values, Whole

__all__ = [
    "Abs",
    "Accumulator",
    "Block",
    "BlockModel",
    "BushingBlock",
    "CheckValve",
    "CounterbalanceValve",
    "CruiseController",
    "DongesDriver",
    "DoubleActingCylinder",
    "DoubleLaneChange",
    "DrivenSingleTrack",
    "ElectricDrive",
    "Engine",
    "Esc",
    "HydraulicCylinder",
    "HydraulicLine",
    "HydraulicVolume",
    "LaneController",
    "Pid",
    "PilotCheckValve",
    "PreviewDriver",
    "Pump",
    "PythonBlock",
    "ReliefValve",
    "SampledPid",
    "ServoValve",
    "ShiftProgram",
    "SingleTrack",
    "SpringDamper",
    "Tank",
    "TydexC",
]

class Abs(_Abs):
    def __init__(
        self,
        *,
        period: Value = 0.005,
        offset: Value = 0.0,
        radius: Value = 0.3,
        slip_low: Value = 0.1,
        slip_high: Value = 0.15,
        rise: Value = 5000.0,
        fall: Value = 20000.0,
        T_ahead: Value = 0.01,
        v_full: Value = 15.0,
        v_min: Value = 1.0,
    ) -> None:
        """
        period = 0.005 [s]: time between updates
        offset = 0.0 [s]: time from the start to the first update
        radius = 0.3 [m]: radius on which the wheel rolls
        slip_low = 0.1: slip below which the torque rises
        slip_high = 0.15: slip above which the torque falls
        rise = 5000.0 [N.m/s]: rate at which the torque rises
        fall = 20000.0 [N.m/s]: rate at which the torque falls
        T_ahead = 0.01 [s]: time by which slip is seen ahead
        v_full = 15.0 [m/s]: speed below which torque rises and falls more slowly, in proportion to speed
        v_min = 1.0 [m/s]: speed below which the torque is the demand
        """

class Accumulator(_Accumulator):
    def __init__(
        self,
        *,
        V_0: Value = 0.001,
        p_0: Value = 10000000.0,
        n: Value = 1.4,
        V_pipe: Value = 0.0001,
        p_start: Value = 15000000.0,
        bulk_modulus: Value = 1000000000.0,
        p_saturation: Value = 50000.0,
        p_vapour: Value = 100.0,
        air: Value = 0.09,
    ) -> None:
        """
        V_0 = 0.001 [m3]: volume of the gas without oil
        p_0 = 10000000.0 [Pa]: pressure of the gas without oil
        n = 1.4: polytropic exponent of the gas
        V_pipe = 0.0001 [m3]: volume of oil in the pipe to the accumulator
        p_start = 15000000.0 [Pa]: pressure at the start
        bulk_modulus = 1000000000.0 [Pa]: bulk modulus of the oil
        p_saturation = 50000.0 [Pa]: pressure below which dissolved air comes out of the oil
        p_vapour = 100.0 [Pa]: vapour pressure of the oil
        air = 0.09: volume of air that a volume of oil dissolves, at any pressure: its Bunsen coefficient
        """

class BushingBlock(_BushingBlock):
    def __init__(self, *, c: Values = [0, 0, 0], d: Values = [0, 0, 0], c_phi: Values = [0, 0, 0], d_phi: Values = [0, 0, 0]) -> None:
        """
        c = [0, 0, 0] [N/m]: stiffness along the axes of frame_a
        d = [0, 0, 0] [N.s/m]: damping along the axes of frame_a
        c_phi = [0, 0, 0] [N.m/rad]: stiffness about the axes of frame_a
        d_phi = [0, 0, 0] [N.m.s/rad]: damping about the axes of frame_a
        """

class CheckValve(_CheckValve):
    def __init__(
        self,
        *,
        p_crack: Value = 50000.0,
        Q_nominal: Value = 0.001,
        p_nominal: Value = 3500000.0,
        p_laminar: Value = 100000.0,
        p_band: Value = 500000.0,
    ) -> None:
        """
        p_crack = 50000.0 [Pa]: pressure drop at which it begins to open
        Q_nominal = 0.001 [m3/s]: flow through a fully open edge at the pressure drop p_nominal
        p_nominal = 3500000.0 [Pa]: pressure drop at which an edge lets Q_nominal through
        p_laminar = 100000.0 [Pa]: pressure drop below which flow becomes proportional to it
        p_band = 500000.0 [Pa]: pressure from where it begins to open to where it is fully open
        """

class CounterbalanceValve(_CounterbalanceValve):
    def __init__(
        self,
        *,
        p_set: Value = 20000000.0,
        p_crack: Value = 50000.0,
        ratio: Value = 4.0,
        Q_nominal: Value = 0.001,
        p_nominal: Value = 3500000.0,
        p_laminar: Value = 100000.0,
        p_band: Value = 500000.0,
    ) -> None:
        """
        p_set = 20000000.0 [Pa]: pressure of the load at which it opens without pilot
        p_crack = 50000.0 [Pa]: pressure drop from a to b at which its check valve begins to open
        ratio = 4.0: area on which the pilot pressure acts over that of the load's pressure
        Q_nominal = 0.001 [m3/s]: flow through a fully open edge at the pressure drop p_nominal
        p_nominal = 3500000.0 [Pa]: pressure drop at which an edge lets Q_nominal through
        p_laminar = 100000.0 [Pa]: pressure drop below which flow becomes proportional to it
        p_band = 500000.0 [Pa]: pressure from where it begins to open to where it is fully open
        """

class CruiseController(_CruiseController):
    def __init__(
        self,
        *,
        h: Value = 1.2,
        r_0: Value = 6.0,
        k_gap: Value = 0.5,
        k: Value = 0.5,
        a_min: Value = -4.0,
        a_max: Value = 2.0,
        m: Value = 1500.0,
        radius: Value = 0.308,
    ) -> None:
        """
        h = 1.2 [s]: time gap
        r_0 = 6.0 [m]: distance of the measured points of both cars at a standstill
        k_gap = 0.5 [1/s]: rate at which errors of the gap fall
        k = 0.5 [1/s]: rate at which errors of the speed fall
        a_min = -4.0 [m/s2]: least wanted acceleration
        a_max = 2.0 [m/s2]: largest wanted acceleration
        m = 1500.0 [kg]: mass of the car, including that equivalent to its turning parts
        radius = 0.308 [m]: radius on which its wheels roll
        """

class DongesDriver(_DongesDriver):
    def __init__(
        self,
        *,
        wheelbase: Value = 2.7,
        EG: Value = 0.0,
        travel: Value = 0.135,
        steering_ratio: Value = 16.0,
        k: Value = 1.0,
        T_a: Value = 0.15,
        D: Value = 0.8,
        h_offset: Value = 0.01,
        h_heading: Value = 0.15,
        h_curvature: Value = 0.5,
        T_c: Value = 0.2,
        v_low: Value = 0.1,
        anticipated_start: Value = 0.0,
        anticipating_start: Value = 0.0,
        compensated_start: Value = 0.0,
    ) -> None:
        """
        wheelbase = 2.7 [m]: wheelbase of the car
        EG = 0.0 [s2/m]: steering angle more for each unit of lateral acceleration, of an understeering car
        travel = 0.135 [m/rad]: travel of the rack for each unit of the steering angle
        steering_ratio = 16.0: angle of the steering wheel for each unit of the steering angle
        k = 1.0: part of the curvature ahead that is anticipated
        T_a = 0.15 [s]: time constant of anticipation
        D = 0.8: damping ratio of anticipation
        h_offset = 0.01 [1/m2]: curvature for each unit of offset
        h_heading = 0.15 [1/m]: curvature for each unit of heading error
        h_curvature = 0.5: curvature for each unit of curvature error
        T_c = 0.2 [s]: lag of compensation
        v_low = 0.1 [m/s]: speed below which the car counts as standing
        anticipated_start = 0.0 [1/m]: anticipated curvature at the start
        anticipating_start = 0.0 [1/m/s]: rate of the anticipated curvature at the start
        compensated_start = 0.0 [1/m]: compensating curvature at the start
        """

class DoubleActingCylinder(_DoubleActingCylinder):
    def __init__(
        self,
        *,
        bulk_modulus: Value = 1000000000.0,
        p_saturation: Value = 50000.0,
        p_vapour: Value = 100.0,
        air: Value = 0.09,
        A_A: Value = 0.00785,
        A_B: Value = 0.00471,
        s_min: Value = 1.0,
        s_max: Value = 1.8,
        V_dead: Value = 0.001,
        leakage: Value = 1e-13,
        d: Value = 1000.0,
        c_stop: Value = 100000000.0,
        d_stop: Value = 1.0,
        p_A_start: Value = 5000000.0,
        p_B_start: Value = 5000000.0,
    ) -> None:
        """
        bulk_modulus = 1000000000.0 [Pa]: bulk modulus of the oil
        p_saturation = 50000.0 [Pa]: pressure below which dissolved air comes out of the oil
        p_vapour = 100.0 [Pa]: vapour pressure of the oil
        air = 0.09: volume of air that a volume of oil dissolves, at any pressure: its Bunsen coefficient
        A_A = 0.00785 [m2]: piston area of chamber A
        A_B = 0.00471 [m2]: annulus area of chamber B
        s_min = 1.0 [m]: length of the cylinder when retracted
        s_max = 1.8 [m]: length of the cylinder when extended
        V_dead = 0.001 [m3]: volume of each chamber's pipe and dead end
        leakage = 1e-13 [m3/s/Pa]: leakage between the chambers
        d = 1000.0 [N.s/m]: viscous friction of piston and rod
        c_stop = 100000000.0 [N/m]: stiffness of the end stops
        d_stop = 1.0 [s/m]: damping of the end stops, relative to their elastic force
        p_A_start = 5000000.0 [Pa]: pressure in chamber A at the start
        p_B_start = 5000000.0 [Pa]: pressure in chamber B at the start
        """

class DoubleLaneChange(_DoubleLaneChange):
    def __init__(
        self,
        *,
        begin: Value = 15.0,
        length_out: Value = 30.0,
        length_there: Value = 25.0,
        length_back: Value = 25.0,
        width: Value = 3.5,
        T_ahead: Value = 0.4,
        T_preview: Value = 0.9,
        nearest: Value = 1.0,
    ) -> None:
        """
        begin = 15.0 [m]: x at which the first change of lane begins
        length_out = 30.0 [m]: length of the change to the left
        length_there = 25.0 [m]: length of the lane on the left
        length_back = 25.0 [m]: length of the change back
        width = 3.5 [m]: distance of the lanes
        T_ahead = 0.4 [s]: time by which the curvature ahead is seen before the car is there
        T_preview = 0.9 [s]: time after which the car would be at the preview point
        nearest = 1.0 [m]: how far ahead a standing driver looks
        """

class DrivenSingleTrack(_DrivenSingleTrack):
    def __init__(
        self,
        *,
        m: Value = 1200.0,
        I_z: Value = 1700.0,
        l_f: Value = 1.1,
        l_r: Value = 1.5,
        h: Value = 0.55,
        c: Value = 20.0,
        a_max: Value = 9.0,
        v_switch: Value = 7.0,
        steer_rate_max: Value = 0.4,
        v_low: Value = 0.1,
        g: Value = 9.81,
        x_start: Value = 0.0,
        y_start: Value = 0.0,
        steer_start: Value = 0.0,
        v_start: Value = 15.0,
        yaw_start: Value = 0.0,
        yaw_rate_start: Value = 0.0,
        beta_start: Value = 0.0,
    ) -> None:
        """
        m = 1200.0 [kg]: mass
        I_z = 1700.0 [kg.m2]: moment of inertia about the vertical
        l_f = 1.1 [m]: centre of mass to front axle
        l_r = 1.5 [m]: centre of mass to rear axle
        h = 0.55 [m]: height of the centre of mass
        c = 20.0 [1/rad]: cornering stiffness of tires over their load
        a_max = 9.0 [m/s2]: largest acceleration and deceleration
        v_switch = 7.0 [m/s]: speed above which the power limits the acceleration
        steer_rate_max = 0.4 [rad/s]: largest rate of the steering angle
        v_low = 0.1 [m/s]: speed below which lateral velocities of tires count relative to it
        g = 9.81 [m/s2]: acceleration of gravity
        x_start = 0.0 [m]: position at the start
        y_start = 0.0 [m]: position to the left at the start
        steer_start = 0.0 [rad]: steering angle at the start
        v_start = 15.0 [m/s]: speed at the start
        yaw_start = 0.0 [rad]: heading at the start
        yaw_rate_start = 0.0 [rad/s]: yaw rate at the start
        beta_start = 0.0 [rad]: side-slip angle at the start
        """

class ElectricDrive(_ElectricDrive):
    def __init__(
        self,
        *,
        n_p: Value = 4.0,
        R: Value = 0.1,
        L_d: Value = 0.001,
        L_q: Value = 0.001,
        psi: Value = 0.1,
        T_i: Value = 0.001,
        i_max: Value = 100.0,
        u_max: Value = 300.0,
        i_d_start: Value = 0.0,
        i_q_start: Value = 0.0,
        e_d_start: Value = 0.0,
        e_q_start: Value = 0.0,
    ) -> None:
        """
        n_p = 4.0: pairs of poles
        R = 0.1 [Ohm]: resistance of a phase
        L_d = 0.001 [V.s/A]: inductance along d, the axis of the magnets
        L_q = 0.001 [V.s/A]: inductance along q
        psi = 0.1 [V.s]: flux of the magnets through a phase
        T_i = 0.001 [s]: time constant with which currents follow
        i_max = 100.0 [A]: largest current that the control wants
        u_max = 300.0 [V]: largest voltage of a phase: that of the supply by the root of 3
        i_d_start = 0.0 [A]: current along d at the start
        i_q_start = 0.0 [A]: current along q at the start
        e_d_start = 0.0 [V]: integral part of the voltage along d at the start
        e_q_start = 0.0 [V]: integral part of the voltage along q at the start
        """

class Engine(_Engine):
    def __init__(
        self,
        *,
        J: Value = 0.25,
        d_clutch: Value = 20.0,
        tau_clutch: Value = 400.0,
        w_slow: Value = 5.0,
        w_start: Value = 100.0,
        torque_map: LookupTable = ...,
    ) -> None:
        """
        J = 0.25 [kg.m2]: moment of inertia of crankshaft and flywheel
        d_clutch = 20.0 [N.m.s/rad]: torque of the clutch for each unit of slip
        tau_clutch = 400.0 [N.m]: largest torque of the clutch when closed
        w_slow = 5.0 [rad/s]: speed of the crankshaft below which its drag fades
        w_start = 100.0 [rad/s]: speed of the crankshaft at the start
        torque_map(rad/s, 1) [N.m]: torque over speed and throttle
        """

class Esc(_Esc):
    def __init__(
        self,
        *,
        period: Value = 0.005,
        offset: Value = 0.0,
        wheelbase: Value = 2.7,
        v_ch: Value = 25.0,
        mu: Value = 1.0,
        g: Value = 9.81,
        T: Value = 0.1,
        dead_zone: Value = 0.05,
        k: Value = 10000.0,
        torque_max: Value = 2000.0,
        v_min: Value = 5.0,
    ) -> None:
        """
        period = 0.005 [s]: time between updates
        offset = 0.0 [s]: time from the start to the first update
        wheelbase = 2.7 [m]: distance of the axles
        v_ch = 25.0 [m/s]: characteristic speed, at which the yaw rate for a steering angle is largest
        mu = 1.0: friction of the road that is counted on
        g = 9.81 [m/s2]: gravity
        T = 0.1 [s]: lag of the wanted yaw rate
        dead_zone = 0.05 [rad/s]: by how much the yaw rate may miss the wanted one
        k = 10000.0 [N.m.s/rad]: torque of the brake for each unit of the error of the yaw rate beyond that
        torque_max = 2000.0 [N.m]: largest torque that it adds
        v_min = 5.0 [m/s]: speed below which it does nothing
        """

class HydraulicCylinder(_HydraulicCylinder):
    def __init__(
        self,
        *,
        p_supply: Value = 21000000.0,
        p_tank: Value = 100000.0,
        T_spool: Value = 0.02,
        spool_start: Value = 0.0,
        bulk_modulus: Value = 1000000000.0,
        p_saturation: Value = 50000.0,
        p_vapour: Value = 100.0,
        air: Value = 0.09,
        A_A: Value = 0.00785,
        A_B: Value = 0.00471,
        s_min: Value = 1.0,
        s_max: Value = 1.8,
        V_dead: Value = 0.001,
        leakage: Value = 1e-13,
        d: Value = 1000.0,
        c_stop: Value = 100000000.0,
        d_stop: Value = 1.0,
        p_A_start: Value = 5000000.0,
        p_B_start: Value = 5000000.0,
        Q_nominal: Value = 0.001,
        p_nominal: Value = 3500000.0,
        p_laminar: Value = 100000.0,
    ) -> None:
        """
        p_supply = 21000000.0 [Pa]: pressure of the supply
        p_tank = 100000.0 [Pa]: pressure of the tank
        T_spool = 0.02 [s]: time constant of the spool
        spool_start = 0.0: position of the spool at the start
        bulk_modulus = 1000000000.0 [Pa]: bulk modulus of the oil
        p_saturation = 50000.0 [Pa]: pressure below which dissolved air comes out of the oil
        p_vapour = 100.0 [Pa]: vapour pressure of the oil
        air = 0.09: volume of air that a volume of oil dissolves, at any pressure: its Bunsen coefficient
        A_A = 0.00785 [m2]: piston area of chamber A
        A_B = 0.00471 [m2]: annulus area of chamber B
        s_min = 1.0 [m]: length of the cylinder when retracted
        s_max = 1.8 [m]: length of the cylinder when extended
        V_dead = 0.001 [m3]: volume of each chamber's pipe and dead end
        leakage = 1e-13 [m3/s/Pa]: leakage between the chambers
        d = 1000.0 [N.s/m]: viscous friction of piston and rod
        c_stop = 100000000.0 [N/m]: stiffness of the end stops
        d_stop = 1.0 [s/m]: damping of the end stops, relative to their elastic force
        p_A_start = 5000000.0 [Pa]: pressure in chamber A at the start
        p_B_start = 5000000.0 [Pa]: pressure in chamber B at the start
        Q_nominal = 0.001 [m3/s]: flow through a fully open edge at the pressure drop p_nominal
        p_nominal = 3500000.0 [Pa]: pressure drop at which an edge lets Q_nominal through
        p_laminar = 100000.0 [Pa]: pressure drop below which flow becomes proportional to it
        """

class HydraulicLine(_HydraulicLine):
    def __init__(
        self,
        *,
        bulk_modulus: Value = 1000000000.0,
        length: Value = 2.0,
        diameter: Value = 0.02,
        density: Value = 860.0,
        viscosity: Value = 4.6e-05,
        roughness: Value = 0.0,
        zeta: Value = 0.0,
        p_a_start: Value = 100000.0,
        p_b_start: Value = 100000.0,
        Q_start: Value = 0.0,
        p_saturation: Value = 50000.0,
        p_vapour: Value = 100.0,
        air: Value = 0.09,
    ) -> None:
        """
        bulk_modulus = 1000000000.0 [Pa]: bulk modulus of the oil, with the walls of the pipe
        length = 2.0 [m]: length
        diameter = 0.02 [m]: inner diameter
        density = 860.0 [kg/m3]: density of the oil
        viscosity = 4.6e-05 [m2/s]: kinematic viscosity of the oil
        roughness = 0.0 [m]: roughness of the wall, the height of equivalent grains of sand
        zeta = 0.0: sum of the loss coefficients of bends and fittings
        p_a_start = 100000.0 [Pa]: pressure at end a at the start
        p_b_start = 100000.0 [Pa]: pressure at end b at the start
        Q_start = 0.0 [m3/s]: flow from a to b at the start
        p_saturation = 50000.0 [Pa]: pressure below which dissolved air comes out of the oil
        p_vapour = 100.0 [Pa]: vapour pressure of the oil
        air = 0.09: volume of air that a volume of oil dissolves, at any pressure: its Bunsen coefficient
        """

class HydraulicVolume(_HydraulicVolume):
    def __init__(
        self,
        *,
        V: Value = 0.001,
        p_start: Value = 100000.0,
        bulk_modulus: Value = 1000000000.0,
        p_saturation: Value = 50000.0,
        p_vapour: Value = 100.0,
        air: Value = 0.09,
    ) -> None:
        """
        V = 0.001 [m3]: volume
        p_start = 100000.0 [Pa]: pressure at the start
        bulk_modulus = 1000000000.0 [Pa]: bulk modulus of the oil
        p_saturation = 50000.0 [Pa]: pressure below which dissolved air comes out of the oil
        p_vapour = 100.0 [Pa]: vapour pressure of the oil
        air = 0.09: volume of air that a volume of oil dissolves, at any pressure: its Bunsen coefficient
        """

class LaneController(_LaneController):
    def __init__(
        self,
        *,
        m: Value = 1500.0,
        l_f: Value = 1.2,
        l_r: Value = 1.6,
        c_f: Value = 80000.0,
        c_r: Value = 100000.0,
        k_slip: Value = 0.0,
        k_turning: Value = 0.1,
        k_heading: Value = 1.0,
        k_left: Value = 0.1,
        ahead: Value = 0.0,
        travel: Value = 0.135,
        steering_ratio: Value = 16.0,
        v_low: Value = 0.1,
    ) -> None:
        """
        m = 1500.0 [kg]: mass
        l_f = 1.2 [m]: centre of mass to front axle
        l_r = 1.6 [m]: centre of mass to rear axle
        c_f = 80000.0 [N/rad]: cornering stiffness of the front axle
        c_r = 100000.0 [N/rad]: cornering stiffness of the rear axle
        k_slip = 0.0: steering angle less for each unit of slip angle
        k_turning = 0.1 [s]: steering angle less for each unit of yaw rate
        k_heading = 1.0: steering angle less for each unit of heading
        k_left = 0.1 [rad/m]: steering angle less for each unit of position to the left
        ahead = 0.0 [m]: how far ahead of the centre of mass the track is measured
        travel = 0.135 [m/rad]: travel of the rack for each unit of the steering angle
        steering_ratio = 16.0: angle of the steering wheel for each unit of the steering angle
        v_low = 0.1 [m/s]: speed below which the car counts as standing
        """

class Pid(_Pid):
    def __init__(
        self,
        measurement_unit: str = "1",
        output_unit: str = "1",
        *,
        k: Value = 1.0,
        T_i: Value = 1.0,
        T_d: Value = 0.0,
        T_f: Value = 0.01,
        T_t: Value = 0.5,
        k_ff: Value = 0.0,
        y_min: Value = -1.0,
        y_max: Value = 1.0,
        rate_max: Value = 1000.0,
        T_r: Value = 0.05,
        reference_start: Value = 0.0,
        integral_start: Value = 0.0,
        filtered_start: Value = 0.0,
    ) -> None:
        """
        k = 1.0 [y/e]: gain
        T_i = 1.0 [s]: time constant of the integral part
        T_d = 0.0 [s]: time constant of the derivative part
        T_f = 0.01 [s]: time constant of the filter of the derivative part
        T_t = 0.5 [s]: time constant that draws the integral back while y is limited
        k_ff = 0.0 [y.s/e]: gain of the reference's rate, fed forward to y
        y_min = -1.0 [y]: lower limit of y
        y_max = 1.0 [y]: upper limit of y
        rate_max = 1000.0 [e/s]: largest rate of the reference
        T_r = 0.05 [s]: time constant with which the reference reaches the set point
        reference_start = 0.0 [e]: reference at the start
        integral_start = 0.0 [y]: integral part of y at the start
        filtered_start = 0.0 [e]: filtered measurement at the start
        """

class PilotCheckValve(_PilotCheckValve):
    def __init__(
        self,
        *,
        p_crack: Value = 50000.0,
        ratio: Value = 3.0,
        Q_nominal: Value = 0.001,
        p_nominal: Value = 3500000.0,
        p_laminar: Value = 100000.0,
        p_band: Value = 500000.0,
    ) -> None:
        """
        p_crack = 50000.0 [Pa]: pressure drop at which it begins to open
        ratio = 3.0: area of the pilot piston over that of the seat
        Q_nominal = 0.001 [m3/s]: flow through a fully open edge at the pressure drop p_nominal
        p_nominal = 3500000.0 [Pa]: pressure drop at which an edge lets Q_nominal through
        p_laminar = 100000.0 [Pa]: pressure drop below which flow becomes proportional to it
        p_band = 500000.0 [Pa]: pressure from where it begins to open to where it is fully open
        """

class PreviewDriver(_PreviewDriver):
    def __init__(self, *, h: Value = 0.6, T: Value = 0.15, travel: Value = 0.135, steering_ratio: Value = 16.0, angle_start: Value = 0.0) -> None:
        """
        h = 0.6: steering angle for each unit of the angle under which the point is seen
        T = 0.15 [s]: lag of nerves and muscles
        travel = 0.135 [m/rad]: travel of the rack for each unit of the steering angle
        steering_ratio = 16.0: angle of the steering wheel for each unit of the steering angle
        angle_start = 0.0 [rad]: steering angle at the start
        """

class Pump(_Pump):
    def __init__(
        self,
        *,
        V_max: Value = 8e-06,
        p_band: Value = 1000000.0,
        T: Value = 0.05,
        leakage: Value = 1e-12,
        p_tank: Value = 100000.0,
        d: Value = 0.01,
        V_start: Value = 0.0,
    ) -> None:
        """
        V_max = 8e-06 [m3/rad]: largest displacement
        p_band = 1000000.0 [Pa]: how much the pressure is below p_set at full displacement
        T = 0.05 [s]: time constant of the displacement
        leakage = 1e-12 [m3/s/Pa]: leakage from the outlet to the tank
        p_tank = 100000.0 [Pa]: pressure of the tank
        d = 0.01 [N.m.s/rad]: viscous friction of the shaft
        V_start = 0.0 [m3/rad]: displacement at the start
        """

class ReliefValve(_ReliefValve):
    def __init__(
        self,
        *,
        p_set: Value = 25000000.0,
        Q_nominal: Value = 0.001,
        p_nominal: Value = 3500000.0,
        p_laminar: Value = 100000.0,
        p_band: Value = 500000.0,
    ) -> None:
        """
        p_set = 25000000.0 [Pa]: pressure drop at which it begins to open
        Q_nominal = 0.001 [m3/s]: flow through a fully open edge at the pressure drop p_nominal
        p_nominal = 3500000.0 [Pa]: pressure drop at which an edge lets Q_nominal through
        p_laminar = 100000.0 [Pa]: pressure drop below which flow becomes proportional to it
        p_band = 500000.0 [Pa]: pressure from where it begins to open to where it is fully open
        """

class SampledPid(_SampledPid):
    def __init__(
        self,
        measurement_unit: str = "1",
        output_unit: str = "1",
        *,
        period: Value = 0.01,
        offset: Value = 0.0,
        k: Value = 1.0,
        T_i: Value = 1.0,
        T_d: Value = 0.0,
        T_f: Value = 0.01,
        T_t: Value = 0.5,
        y_min: Value = -1.0,
        y_max: Value = 1.0,
        y_start: Value = 0.0,
        integral_start: Value = 0.0,
    ) -> None:
        """
        period = 0.01 [s]: time between updates
        offset = 0.0 [s]: time from the start to the first update
        k = 1.0 [y/e]: gain
        T_i = 1.0 [s]: time constant of the integral part
        T_d = 0.0 [s]: time constant of the derivative part
        T_f = 0.01 [s]: time constant of the filter of the derivative part
        T_t = 0.5 [s]: time constant that draws the integral back while y is limited
        y_min = -1.0 [y]: lower limit of y
        y_max = 1.0 [y]: upper limit of y
        y_start = 0.0 [y]: y before the first update
        integral_start = 0.0 [y]: integral part of y at the start
        """

class ServoValve(_ServoValve):
    def __init__(
        self,
        *,
        w_spool: Value = 500.0,
        D_spool: Value = 0.8,
        spool_start: Value = 0.0,
        speed_start: Value = 0.0,
        Q_nominal: Value = 0.001,
        p_nominal: Value = 3500000.0,
        p_laminar: Value = 100000.0,
    ) -> None:
        """
        w_spool = 500.0 [rad/s]: natural angular frequency of the spool
        D_spool = 0.8: damping ratio of the spool
        spool_start = 0.0: position of the spool at the start
        speed_start = 0.0 [1/s]: rate of the spool's position at the start
        Q_nominal = 0.001 [m3/s]: flow through a fully open edge at the pressure drop p_nominal
        p_nominal = 3500000.0 [Pa]: pressure drop at which an edge lets Q_nominal through
        p_laminar = 100000.0 [Pa]: pressure drop below which flow becomes proportional to it
        """

class ShiftProgram(_ShiftProgram):
    def __init__(
        self,
        *,
        period: Value = 0.01,
        offset: Value = 0.0,
        T_shift: Value = 0.4,
        opening: Value = 0.5,
        w_open: Value = 100.0,
        w_closed: Value = 150.0,
        w_rest: Value = 2.0,
        gear_start: Whole = 1,
        ratios: LookupTable = ...,
        up: LookupTable = ...,
        down: LookupTable = ...,
    ) -> None:
        """
        period = 0.01 [s]: time between updates
        offset = 0.0 [s]: time from the start to the first update
        T_shift = 0.4 [s]: time that a shift takes
        opening = 0.5: share of a shift in which clutch and throttle go back, before the ratio changes
        w_open = 100.0 [rad/s]: speed of engine and gearbox below which the clutch is open
        w_closed = 150.0 [rad/s]: speed of engine or gearbox above which the clutch may close
        w_rest = 2.0 [rad/s]: speed of the shaft against the gear below which it goes in
        gear_start = 1 [Integer]: gear at the start
        ratios(1): speed of the clutch over that of the shaft, over gear
        up(1, 1) [rad/s]: speed of the shaft above which to shift up, over gear and accelerator
        down(1, 1) [rad/s]: speed of the shaft below which to shift down, over gear and accelerator
        """

class SingleTrack(_SingleTrack):
    def __init__(
        self,
        *,
        m: Value = 1500.0,
        I_z: Value = 2500.0,
        l_f: Value = 1.2,
        l_r: Value = 1.6,
        c_f: Value = 80000.0,
        c_r: Value = 100000.0,
        v: Value = 20.0,
        beta_start: Value = 0.0,
        yaw_rate_start: Value = 0.0,
        yaw_start: Value = 0.0,
        x_start: Value = 0.0,
        y_start: Value = 0.0,
    ) -> None:
        """
        m = 1500.0 [kg]: mass
        I_z = 2500.0 [kg.m2]: moment of inertia about the vertical
        l_f = 1.2 [m]: centre of mass to front axle
        l_r = 1.6 [m]: centre of mass to rear axle
        c_f = 80000.0 [N/rad]: cornering stiffness of the front axle
        c_r = 100000.0 [N/rad]: cornering stiffness of the rear axle
        v = 20.0 [m/s]: speed
        beta_start = 0.0 [rad]: side-slip angle at the start
        yaw_rate_start = 0.0 [rad/s]: yaw rate at the start
        yaw_start = 0.0 [rad]: heading at the start
        x_start = 0.0 [m]: position at the start
        y_start = 0.0 [m]: position to the left at the start
        """

class SpringDamper(_SpringDamper):
    def __init__(self, *, c: Value = 100000.0, d: Value = 0.0, s_rel0: Value = 0.0) -> None:
        """
        c = 100000.0 [N/m]: stiffness
        d = 0.0 [N.s/m]: damping
        s_rel0 = 0.0 [m]: length without force
        """

class Tank(_Tank):
    def __init__(
        self,
        *,
        p_tank: Value = 100000.0,
        density: Value = 860.0,
        c_p: Value = 1900.0,
        cooling: Value = 50.0,
        T_ambient: Value = 293.15,
        V_start: Value = 0.1,
        T_start: Value = 293.15,
    ) -> None:
        """
        p_tank = 100000.0 [Pa]: pressure
        density = 860.0 [kg/m3]: density of the oil
        c_p = 1900.0 [J/kg/K]: specific heat capacity of the oil
        cooling = 50.0 [W/K]: power that walls and cooler give off, by the difference of temperatures
        T_ambient = 293.15 [K]: temperature of the surroundings
        V_start = 0.1 [m3]: volume of oil at the start
        T_start = 293.15 [K]: temperature of the oil at the start
        """

class TydexC(_TydexC):
    def __init__(self) -> None: ...
