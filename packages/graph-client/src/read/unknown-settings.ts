import { z } from 'zod'

// Settings of a policy that are known and not stored, because they grant and restrict nothing here.
const NOT_STORED = new Set([
  'applicationEnforcedRestrictions',
  'cloudAppSecurity',
  'continuousAccessEvaluation',
  'clientApplications.servicePrincipalFilter',
  'authenticationStrength.createdDateTime',
  'authenticationStrength.modifiedDateTime',
  'authenticationStrength.description',
  'authenticationStrength.policyType',
  'authenticationStrength.requirementsSatisfied',
  'authenticationStrength.combinationConfigurations',
  'users.includeGuestsOrExternalUsers.externalTenants.members',
  'users.excludeGuestsOrExternalUsers.externalTenants.members',
  'signInFrequency.authenticationType',
])

/**
 * As `z.object`, with the names of further properties that are set, in `unknown`. The property is
 * absent when there are none, so that stored policies change only with their content.
 */
export function withUnknown<Shape extends z.ZodRawShape>(shape: Shape) {
  const schema = z.object(shape)
  return z.unknown().transform((given, { issues }) => {
    const { success, data, error } = schema.safeParse(given)
    if (!success) {
      for (const { path, message } of error.issues)
        issues.push({ code: 'custom', path, message, input: given })
      return z.NEVER
    }
    const unknown = namesBeyond(given, data, '')
    const known: typeof data & { unknown?: string[] } = data
    return unknown.length > 0 ? { ...known, unknown } : known
  })
}

/** Returns the paths of properties that are set in the answer and absent from what was read. */
function namesBeyond(given: unknown, read: unknown, path: string): string[] {
  if (!isRecord(given) || !isRecord(read)) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const at = `${path}${name}`
    if (name.includes('@') || NOT_STORED.has(at) || !isSet(value)) return []
    return name in read ? namesBeyond(value, read[name], `${at}.`) : [at]
  })
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function isSet(value: unknown): boolean {
  if (value === null || value === undefined || value === '' || value === false) return false
  if (Array.isArray(value)) return value.length > 0
  return !isRecord(value) || Object.values(value).some(isSet)
}
