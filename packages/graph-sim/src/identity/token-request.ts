import { FAULT_NAMES, type FaultName, type FaultTarget } from '../faults.ts'
import { headerOf, type SimRequest } from '../http.ts'
import type { IdentityContext } from './context.ts'
import type { Directory } from './directories.ts'
import type { RefusalDetails } from './refusal-kind.ts'
import { IdentityRefusal, refusalByCode, type RefusalName } from './refusals.ts'

/** One request to the token endpoint. */
export interface TokenRequest {
  readonly request: SimRequest
  readonly directory: Directory
  readonly form: URLSearchParams
  readonly target: FaultTarget
}

/** How the app authenticated, as in tokens: 1 for a secret, 2 for a signed assertion. */
export type ClientProof = '1' | '2'

/** Only a form is read: a JSON body looks to Microsoft like a form without any field. */
export function readForm({ headers, body }: SimRequest): URLSearchParams {
  const type = headerOf(headers, 'content-type') ?? ''
  const isForm = type.toLowerCase().startsWith('application/x-www-form-urlencoded')
  return new URLSearchParams(isForm ? body : '')
}

export function required(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (!value) throw new IdentityRefusal('missingParameter', { value: name })
  return value
}

/** Throws the refusal of the first of these faults that hits the request. */
export function refuseByFault(
  context: IdentityContext,
  target: FaultTarget,
  refusals: Readonly<Partial<Record<FaultName, RefusalName>>>,
): void {
  const names = FAULT_NAMES.filter((name) => refusals[name] !== undefined)
  const fault = context.faults.take(names, target)
  const refusal = fault && refusals[fault.name]
  if (!refusal) return
  throw new IdentityRefusal(refusal, {
    ...appDetails(context),
    tenant: target.tenantId ?? '',
    retryAfterSeconds: fault.seconds,
  })
}

/** Returns the refusal of the fault 'refused-by-code', if it hits the request. */
export function refusalByFault(
  context: IdentityContext,
  target: FaultTarget,
): IdentityRefusal | undefined {
  const fault = context.faults.take(['refused-by-code'], target)
  if (fault?.code === undefined) return undefined
  return new IdentityRefusal(refusalByCode(fault.code, fault), {
    ...appDetails(context),
    tenant: target.tenantId ?? '',
    value: '',
    retryAfterSeconds: fault.seconds,
  })
}

/** Names the app in a refusal's text. */
export function appDetails({ world }: IdentityContext): RefusalDetails {
  return { appId: world.registration.clientId, appName: world.registration.displayName }
}

export function directoryName(directory: Directory): string {
  return directory.kind === 'tenant' ? directory.tenant.displayName : directory.name
}
