import { APP_CHECKS } from './app/list.ts'
import { APP_POLICY_CHECKS } from './app/policy-list.ts'
import { AUTH_CHECKS } from './auth/list.ts'
import { CA_CHECKS } from './ca/list.ts'
import { CA_REFERENCE_CHECKS } from './ca/references-list.ts'
import type { Check } from './define-check.ts'
import { DEV_CHECKS } from './dev/list.ts'
import { DNS_CHECKS } from './dns/list.ts'
import { DOM_CHECKS } from './dom/list.ts'
import { GRP_CHECKS } from './grp/list.ts'
import { GST_CHECKS } from './gst/list.ts'
import { GUEST_CHECKS } from './guest/list.ts'
import { HYB_CHECKS } from './hyb/list.ts'
import { LIC_CHECKS } from './lic/list.ts'
import { ORG_CHECKS } from './org/list.ts'
import { PWD_CHECKS } from './pwd/list.ts'
import { ROLE_CHECKS } from './role/list.ts'
import { TEN_CHECKS } from './ten/list.ts'
import { USR_CHECKS } from './usr/list.ts'

/** Every check, in the order in which areas and their checks are shown. */
export const CHECKS: readonly Check[] = [
  ...CA_CHECKS,
  ...CA_REFERENCE_CHECKS,
  ...ROLE_CHECKS,
  ...AUTH_CHECKS,
  ...PWD_CHECKS,
  ...APP_POLICY_CHECKS,
  ...TEN_CHECKS,
  ...GUEST_CHECKS,
  ...GRP_CHECKS,
  ...APP_CHECKS,
  ...HYB_CHECKS,
  ...USR_CHECKS,
  ...GST_CHECKS,
  ...DEV_CHECKS,
  ...DOM_CHECKS,
  ...DNS_CHECKS,
  ...ORG_CHECKS,
  ...LIC_CHECKS,
]
