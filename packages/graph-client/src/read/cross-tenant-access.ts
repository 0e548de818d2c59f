import { z } from 'zod'

import { flag, list, maybe, text } from '../engine/fields.ts'

const Scope = z.object({
  /** allowed or blocked, for those named in the targets. */
  accessType: text,
  /** Ids, or AllUsers, AllApplications. */
  targets: list(z.object({ target: text, targetType: text })),
})

const Access = z.object({ usersAndGroups: maybe(Scope), applications: maybe(Scope) })

const InboundTrust = z.object({
  isMfaAccepted: flag,
  isCompliantDeviceAccepted: flag,
  isHybridAzureADJoinedDeviceAccepted: flag,
})

/** How a directory meets other directories that have no agreement of their own with it. */
export const CrossTenantAccessDefault = z.object({
  /** True when the policy was never changed. */
  isServiceDefault: flag,
  inboundTrust: maybe(InboundTrust),
  b2bCollaborationInbound: maybe(Access),
  b2bDirectConnectInbound: maybe(Access),
})
export type CrossTenantAccessDefault = z.infer<typeof CrossTenantAccessDefault>

export const CROSS_TENANT_ACCESS_PATH = '/policies/crossTenantAccessPolicy/default'
