import { USER_PROPERTIES } from '@tenantscope/graph-client/read/users'
import { createTransport } from '@tenantscope/graph-client/transport'
import { z } from 'zod'

import type { Reading, Setting } from '../protocol.ts'

const Token = z.looseObject({ access_token: z.string() })
const NEXT_LINK = /"@odata\.nextLink":"([^"]+)"/u

/**
 * The bound that no reading page by page can beat: the token, then each page as soon as the page
 * before has named it, with nothing done to what they hold.
 */
export const people: Reading = async (setting) => {
  const { fetch } = createTransport({ microsoftEndpoint: new URL(setting.endpoint) })
  return {
    async read() {
      const counts = setting.tenantIds.map(async (tenantId) => {
        const headers = { authorization: `Bearer ${await tokenOf(setting, tenantId, fetch)}` }
        const select = USER_PROPERTIES
        let url: string | undefined =
          `https://graph.microsoft.com/v1.0/users?$top=999&$select=${select}`
        let rows = 0
        while (url !== undefined) {
          const text: string = await (await fetch(url, { headers })).text()
          rows += text.split('"userPrincipalName":').length - 1
          url = NEXT_LINK.exec(text)?.[1]
        }
        return rows
      })
      return (await Promise.all(counts)).reduce((total, count) => total + count, 0)
    },
  }
}

async function tokenOf(
  { clientId, clientSecret }: Setting,
  tenantId: string,
  fetch: ReturnType<typeof createTransport>['fetch'],
): Promise<string> {
  const answer = await fetch(`https://login.microsoftonline.com/${tenantId}/oauth2/v2.0/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: clientId,
      client_secret: clientSecret,
      scope: 'https://graph.microsoft.com/.default',
    }),
  })
  return Token.parse(await answer.json()).access_token
}
