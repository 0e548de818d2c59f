import { hasEntraPremium } from '../../world/catalog.ts'
import type { GraphCall, GraphRoute } from './call.ts'
import { GraphRefusal } from './refusals.ts'

interface Denial {
  readonly code: string
  readonly message: string
}

/** These lists are not part of what Directory.ReadWrite.All gives (Microsoft's permissions data). */
const WITHOUT_DIRECTORY_WRITERS = ['/applications', '/servicePrincipals']
const USAGE_DENIED = 'S2SUnauthorized'
const NOT_PREMIUM: Denial = {
  code: 'Authentication_RequestFromNonPremiumTenantOrB2CTenant',
  message: "Tenant is not a B2C tenant and doesn't have premium license.",
}

/** Each service refuses in words of its own. */
export function requirePermission(route: GraphRoute, call: GraphCall): void {
  const sufficient = withDirectoryWriters(route)
  if (call.caller.roles.some((each) => sufficient.includes(each))) return
  const { code, message } = nestedAtTimes(route.denied ?? denialOf(route), call)
  throw new GraphRefusal(403, code, { message })
}

/** Sign-in dates need a permission and a plan beyond those of the path. */
export function requireSignInActivity({ caller, tenant }: GraphCall): void {
  if (!caller.roles.includes('AuditLog.Read.All')) {
    const { code, message } = missingFromToken('AuditLog.Read.All')
    throw new GraphRefusal(403, code, { message })
  }
  if (!hasEntraPremium(tenant)) {
    throw new GraphRefusal(403, NOT_PREMIUM.code, { message: NOT_PREMIUM.message })
  }
}

/**
 * Refuses what the directory has no plan for. Whether one without Entra ID P1 answers its policies
 * with an empty list or with a refusal is not known for certain: empty is the rule here, the refusal
 * a fault.
 */
export function requireLicense(route: GraphRoute, call: GraphCall): void {
  const isConditionalAccess = route.service === 'conditional-access'
  if ((!route.needsPremium && !isConditionalAccess) || hasEntraPremium(call.tenant)) return
  if (!isConditionalAccess) {
    throw new GraphRefusal(403, NOT_PREMIUM.code, { message: NOT_PREMIUM.message })
  }
  if (!call.isHitBy('not-licensed')) return
  throw new GraphRefusal(403, 'AccessDenied', {
    message:
      'Your tenant is not licensed for this feature. Please upgrade your subscription to access it.',
  })
}

function withDirectoryWriters({ path, permissions }: GraphRoute): readonly string[] {
  const isWithout = WITHOUT_DIRECTORY_WRITERS.some((part) => path.startsWith(part))
  if (isWithout || !permissions.includes('Directory.Read.All')) return permissions
  return [...permissions, 'Directory.ReadWrite.All']
}

function denialOf(route: GraphRoute): Denial {
  switch (route.service) {
    case 'directory':
      return {
        code: 'Authorization_RequestDenied',
        message: 'Insufficient privileges to complete the operation.',
      }
    case 'conditional-access':
      return {
        code: 'AccessDenied',
        message:
          'You cannot perform the requested operation, required scopes are missing in the token.',
      }
    case 'identity-reports':
      return missingFromToken(route.permissions[0] ?? '')
    case 'usage-reports':
      return { code: USAGE_DENIED, message: 'Invalid permission.' }
    default:
      return {
        code: 'Forbidden',
        message: 'Auth token does not contain valid permissions or user does not have valid roles.',
      }
  }
}

function missingFromToken(permission: string): Denial {
  return {
    code: 'Authentication_MSGraphPermissionMissing',
    message: `Calling principal does not have required MSGraph permissions ${permission}`,
  }
}

/** The reports' service is seen to answer in both ways: as it is, and as text in another error. */
function nestedAtTimes(denial: Denial, call: GraphCall): Denial {
  if (denial.code !== USAGE_DENIED || !call.isHitBy('nested-error')) return denial
  return { code: 'UnknownError', message: JSON.stringify({ error: denial }) }
}
