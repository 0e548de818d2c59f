import { randomBytes } from 'node:crypto'

import {
  decideTenantApproval,
  finishAdminConsent,
  getConsent,
  listInvitations,
  revokeInvitation,
  startConsent,
} from '@tenantscope/contract/consent'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { RefusalNotes } from '../../lib/refusal-note.ts'
import { addressOf, outcomeIn, problemOutcome, readParameters } from './consent-callback.rules.ts'
import type { ConsentCallbackService } from './consent-callback.service.ts'
import { consentPage } from './consent-page.ts'
import type { ConsentService } from './consent.service.ts'
import type { TenantApprovalService } from './tenant-approval.service.ts'

const NONCE_BYTES = 16

export function mountConsent(
  server: HttpServer,
  services: {
    consents: ConsentService
    callback: ConsentCallbackService
    approval: TenantApprovalService
    refusalNotes: RefusalNotes
  },
): void {
  const { consents, callback, approval, refusalNotes } = services

  mount(server, startConsent, ({ body, actor, caller }) => consents.start(actor, body, caller))
  mount(server, getConsent, ({ params, actor }) => consents.read(params.consentId, actor))
  mount(server, listInvitations, ({ actor }) => consents.invitations(actor))
  mount(server, revokeInvitation, ({ params, actor, caller }) =>
    consents.revoke(params.consentId, actor, caller),
  )

  mount(server, finishAdminConsent, async ({ query, actor, caller: source, cookies, signal }) => {
    const parameters = readParameters(query)
    const { state } = parameters ?? {}
    if (parameters !== null && state !== undefined) {
      const bearer = { sessionId: actor?.sessionId ?? null, source, signal }
      const finished = await callback.finish({ ...parameters, state }, bearer)
      const said = finished.code === null ? null : parameters.error_description
      cookies.setMicrosoftRefusal(refusalNotes.seal('consent', said))
      return { location: addressOf(finished) }
    }
    const outcome = parameters && outcomeIn(parameters)
    if (outcome === null) return { location: addressOf(problemOutcome('invalid_state')) }
    const nonce = randomBytes(NONCE_BYTES).toString('base64url')
    const note = refusalNotes.open('consent', cookies.microsoftRefusal)
    return { html: consentPage(outcome, nonce, note), nonce }
  })

  mount(server, decideTenantApproval, ({ tenant, body, by }) =>
    approval.decide(tenant, body.isAccepted, by),
  )
}
