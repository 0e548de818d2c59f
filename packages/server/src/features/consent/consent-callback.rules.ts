import { ConsentProblem, finishAdminConsent } from '@tenantscope/contract/consent'
import { ConsentId, TenantId } from '@tenantscope/contract/ids'
import { codesRowOf, wordsOf } from '@tenantscope/contract/microsoft-codes'
import { z } from 'zod'

/** The parameters of Microsoft's reply and of our own page; a repeated parameter is refused. */
const CallbackParameters = z.object({
  state: z.string().optional(),
  admin_consent: z.string().optional(),
  tenant: z.string().optional(),
  error: z.string().optional(),
  error_subcode: z.string().optional(),
  error_description: z.string().optional(),
  result: z.string().optional(),
  consent: z.string().optional(),
  code: z.string().optional(),
})
export type CallbackParameters = z.infer<typeof CallbackParameters>

/** Returns null when a parameter is repeated. */
export function readParameters(query: unknown): CallbackParameters | null {
  const parsed = CallbackParameters.safeParse(query)
  return parsed.success ? parsed.data : null
}

/** What the page shows; other parts of its address are ignored. */
export interface Outcome {
  /** `received`: the reply to an invitation, which does not say what it was about. */
  readonly result: 'success' | 'pending' | 'received' | 'problem'
  readonly problem: ConsentProblem | null
  readonly tenantId: TenantId | null
  readonly consentId: ConsentId | null
  /** Microsoft's code, such as 'AADSTS65004'. */
  readonly code: string | null
}

/** Microsoft's reply to a consent that was requested with a state. */
export type Answer =
  | { readonly kind: 'given'; readonly tenantId: TenantId }
  | {
      readonly kind: 'problem'
      readonly problem: ConsentProblem
      readonly code: string | null
      /** Microsoft's text, as the browser delivered it. */
      readonly description: string | null
    }

/** `admin_consent=True` is also present in refusals, so the error is checked first. */
export function answerOf(parameters: CallbackParameters): Answer {
  if (parameters.error !== undefined)
    return {
      kind: 'problem',
      problem: problemOf(parameters),
      code: codeOf(parameters),
      description: parameters.error_description ?? null,
    }
  if (parameters.admin_consent?.toLowerCase() !== 'true')
    return { kind: 'problem', problem: 'microsoft_error', code: null, description: null }
  const tenantId = TenantId.safeParse(parameters.tenant)
  return tenantId.success
    ? { kind: 'given', tenantId: tenantId.data }
    : { kind: 'problem', problem: 'wrong_tenant', code: null, description: null }
}

/** Microsoft reports a cancelled request in several ways; with any other code it is a refusal. */
function problemOf(parameters: CallbackParameters): ConsentProblem {
  const { error } = parameters
  const code = codeOf(parameters)
  const isCancelled =
    code === null
      ? error === 'permission_denied' || error === 'access_denied'
      : codesRowOf(code)?.isCancellation === true
  return isCancelled ? 'cancelled' : 'microsoft_error'
}

/** Only the number: the rest of the text could be forged. */
function codeOf({ error_description: description }: CallbackParameters): string | null {
  return wordsOf(description).microsoftCode
}

/** Returns the outcome in an address without state; null if it is neither ours nor a refusal of Microsoft. */
export function outcomeIn(parameters: CallbackParameters): Outcome | null {
  const consentId = ConsentId.safeParse(parameters.consent).data ?? null
  if (parameters.error !== undefined) {
    const own = ConsentProblem.safeParse(parameters.error).data
    const code =
      own === undefined ? codeOf(parameters) : codeOf({ error_description: parameters.code })
    return {
      result: 'problem',
      problem: own ?? problemOf(parameters),
      tenantId: null,
      consentId,
      code,
    }
  }
  const { result } = parameters
  if (result === 'received') return RECEIVED
  if (result !== 'success' && result !== 'pending') return null
  const tenantId = TenantId.safeParse(parameters.tenant).data ?? null
  return { result, problem: null, tenantId, consentId, code: null }
}

export const RECEIVED: Outcome = {
  result: 'received',
  problem: null,
  tenantId: null,
  consentId: null,
  code: null,
}

/** Returns the address of an outcome: without the state, with `error`. */
export function addressOf(outcome: Outcome): string {
  const { result, problem, tenantId, consentId, code } = outcome
  const parameters = {
    ...(problem === null ? { result } : { error: problem }),
    ...(code === null ? {} : { code }),
    ...(tenantId === null ? {} : { tenant: tenantId }),
    ...(consentId === null ? {} : { consent: consentId }),
  }
  return `${finishAdminConsent.path}?${new URLSearchParams(parameters).toString()}`
}

export const problemOutcome = (
  problem: ConsentProblem,
  { consentId = null, code = null }: { consentId?: ConsentId | null; code?: string | null } = {},
): Outcome => ({ result: 'problem', problem, tenantId: null, consentId, code })
