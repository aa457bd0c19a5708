// Pinocchio's aba in a loop of its own language, for generated_dynamics.py, in the convention that is the faster one here.
#include <pinocchio/multibody.hpp>
#include <pinocchio/algorithm/aba.hpp>

using namespace pinocchio;

struct Robot {
    Model model;
    Data *data;
};

template <class Joint>
static void add(Robot *robot, const Joint &joint, int parent, const double *placement, const double *inertia) {
    Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>> R(placement);
    Eigen::Map<const Eigen::Vector3d> r(placement + 9), r_CM(inertia + 1);
    Eigen::Map<const Eigen::Matrix3d> I(inertia + 4);
    auto number = robot->model.addJoint(parent, joint, SE3(R, r), "joint" + std::to_string(robot->model.njoints));
    robot->model.appendBodyToJoint(number, Inertia(inertia[0], r_CM, I));
}

extern "C" {
void *robot_new() { return new Robot; }

void robot_add(Robot *robot, int kind, int parent, const double *placement, const double *axis, const double *inertia) {
    switch (kind) {
    case 0: return add(robot, JointModelFreeFlyer(), parent, placement, inertia);
    case 1: return add(robot, JointModelRX(), parent, placement, inertia);
    case 2: return add(robot, JointModelRY(), parent, placement, inertia);
    case 3: return add(robot, JointModelRZ(), parent, placement, inertia);
    default: add(robot, JointModelRevoluteUnaligned(Eigen::Map<const Eigen::Vector3d>(axis)), parent, placement, inertia);
    }
}

void robot_ready(Robot *robot) { robot->data = new Data(robot->model); }

void robot_accelerations(Robot *robot, int count, const double *q, const double *v, const double *tau, double *v_dot) {
    const int nq = robot->model.nq, nv = robot->model.nv;
    const Eigen::VectorXd at = Eigen::Map<const Eigen::VectorXd>(q, nq), v_ = Eigen::Map<const Eigen::VectorXd>(v, nv),
                          load = Eigen::Map<const Eigen::VectorXd>(tau, nv);
    for (int i = 0; i < count; ++i) aba(robot->model, *robot->data, at, v_, load, Convention::WORLD);
    Eigen::Map<Eigen::VectorXd>(v_dot, nv) = robot->data->ddq;
}
}
