import { SIGN_IN } from '@tenantscope/contract/limits'
import * as openid from 'openid-client'
import { z } from 'zod'

import type { Clock } from '../../lib/clock.ts'
import type { Sealer } from '../../lib/seal.ts'

const SignInFlow = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string().nullable(),
  /** True when Microsoft must confirm a new sign-in, for actions that require one. */
  isFresh: z.boolean().default(false),
  expiresAt: z.number(),
})
/** One sign-in in progress at Microsoft. */
export type SignInFlow = z.infer<typeof SignInFlow>

const PURPOSE = 'microsoft sign-in flow'

/** The flow is in a sealed cookie, so that any process can complete it. */
export function createSignInFlows({ sealer, clock }: { sealer: Sealer; clock: Clock }) {
  return {
    begin({ returnTo, isFresh }: Pick<SignInFlow, 'returnTo' | 'isFresh'>): {
      flow: SignInFlow
      cookie: string
    } {
      const flow = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        codeVerifier: openid.randomPKCECodeVerifier(),
        returnTo,
        isFresh,
        expiresAt: clock.now().getTime() + SIGN_IN.flowMinutes * 60_000,
      }
      return { flow, cookie: sealer.seal(JSON.stringify(flow), PURPOSE) }
    },

    /** Null when it is missing, too old, or not sealed here. */
    resume(cookie: string | null): SignInFlow | null {
      if (cookie === null) return null
      const flow = parse(cookie)
      return flow && flow.expiresAt > clock.now().getTime() ? flow : null
    },
  }

  function parse(cookie: string): SignInFlow | null {
    try {
      return SignInFlow.parse(JSON.parse(sealer.open(cookie, PURPOSE)))
    } catch {
      return null
    }
  }
}
