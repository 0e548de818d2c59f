import { z } from 'zod'

import { date, guid, id, list, text } from '../engine/fields.ts'
import type { TenantGraph } from '../engine/graph.ts'

// Microsoft never sends the secret itself; would it, it would be left out here.
export const PasswordCredential = z.object({
  keyId: guid,
  displayName: text,
  /** The first characters of the secret. */
  hint: text,
  startDateTime: date,
  endDateTime: date,
})

export const KeyCredential = z.object({
  keyId: guid,
  displayName: text,
  /** AsymmetricX509Cert, X509CertAndPassword, … */
  type: text,
  /** Verify or Sign. */
  usage: text,
  startDateTime: date,
  endDateTime: date,
})

const RequiredResource = z.object({
  resourceAppId: guid,
  /** Role for an application permission, Scope for a delegated one. */
  resourceAccess: list(z.object({ id: guid, type: text })),
})

/** An app registration of this directory; applications of other directories have theirs there. */
export const Application = z.object({
  id,
  appId: guid,
  displayName: text,
  createdDateTime: date,
  /** AzureADMyOrg, AzureADMultipleOrgs, … */
  signInAudience: text,
  passwordCredentials: list(PasswordCredential),
  keyCredentials: list(KeyCredential),
  requiredResourceAccess: list(RequiredResource),
})
export type Application = z.infer<typeof Application>

const SELECTED = `$select=${Object.keys(Application.shape).join(',')}`
// 999 is the largest page; selecting brings the cost of a page down from two units to one.
const PATH = `/applications?$top=999&${SELECTED}`

/** `GET /applications`, a page at a time. */
export function readApplications(
  graph: TenantGraph,
): AsyncGenerator<Application[], void, undefined> {
  return graph.pages(Application, PATH)
}

/** One registration of this directory, by its application (client) id. */
export function readApplication(graph: TenantGraph, appId: string): Promise<Application> {
  return graph.get(Application, `/applications(appId='${encodeURIComponent(appId)}')?${SELECTED}`)
}
