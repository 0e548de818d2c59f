import type { Check } from '../define-check.ts'
import { adminSuite } from './admin-suite.ts'
import { assignmentError } from './assignment-error.ts'
import { blockedHolder } from './blocked-holder.ts'
import { cheaperPlan } from './cheaper-plan.ts'
import { doubleAssignment } from './double-assignment.ts'
import { grace } from './grace.ts'
import { guestHolder } from './guest-holder.ts'
import { inactiveHolder } from './inactive-holder.ts'
import { overAllocated } from './over-allocated.ts'
import { overlap } from './overlap.ts'
import { premiumShort } from './premium-short.ts'
import { renewalNear } from './renewal-near.ts'
import { trial } from './trial.ts'
import { unassigned } from './unassigned.ts'

/** The checks of licenses, in the order in which they are shown. */
export const LIC_CHECKS: readonly Check[] = [
  unassigned,
  overAllocated,
  blockedHolder,
  inactiveHolder,
  overlap,
  grace,
  renewalNear,
  trial,
  assignmentError,
  doubleAssignment,
  guestHolder,
  premiumShort,
  adminSuite,
  cheaperPlan,
]
