import { createHash } from 'node:crypto'

import type { Simulator } from '../simulator.ts'
import type { Answer, Calls } from './calls.ts'

export const VERIFIER = 'a-verifier-that-is-long-enough-for-the-rules-0123456789'

/** What may differ from the usual sign-in; null leaves a parameter out. */
type SignInChange = Readonly<Record<string, string | null>>

/** The address of the sign-in page, with everything that a well-made app sends. */
export function signInAddress(
  { world }: Simulator,
  tenant: string,
  change: SignInChange = {},
): string {
  const query = new URLSearchParams({
    client_id: world.registration.clientId,
    response_type: 'code',
    redirect_uri: world.registration.redirectUris[0] ?? '',
    scope: 'openid profile offline_access',
    state: 'state & more',
    nonce: 'nonce-1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
  })
  for (const [name, value] of Object.entries(change)) {
    if (value === null) query.delete(name)
    else query.set(name, value)
  }
  return `/${tenant}/oauth2/v2.0/authorize?${query.toString()}`
}

/** Picks a person, and exchanges the code. */
export async function signInAs(
  simulator: Simulator,
  calls: Calls,
  options: { readonly personId: string; readonly tenant: string; readonly change?: SignInChange },
): Promise<Answer> {
  const { tenant, personId, change } = options
  const { headers } = await calls.identity(signInAddress(simulator, tenant, change), {
    form: { person: personId },
  })
  const code = URL.parse(String(headers['location']))?.searchParams.get('code') ?? ''
  return calls.requestToken(tenant, {
    grant_type: 'authorization_code',
    code,
    redirect_uri: simulator.world.registration.redirectUris[0] ?? '',
    code_verifier: VERIFIER,
  })
}

/** Status, error and code of a refusal; its text must say the same code, and leave no gap. */
export function refusalOf({ status, body }: Answer): unknown[] {
  const text = String(body['error_description'])
  if (/undefined|  /.test(text)) throw new Error(`A gap in: ${text}`)
  const code = /^AADSTS(\d+): /.exec(text)?.[1]
  return [status, body['error'], body['error_codes'], code]
}
