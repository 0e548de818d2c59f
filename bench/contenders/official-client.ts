import { ConfidentialClientApplication } from '@azure/msal-node'
import { Client, PageIterator } from '@microsoft/microsoft-graph-client'
import type { PageCollection } from '@microsoft/microsoft-graph-client'
import { USER_PROPERTIES } from '@tenantscope/graph-client/read/users'
import { redirectedTo } from '@tenantscope/graph-client/rerouting'
import { Agent, setGlobalDispatcher } from 'undici'
import { z } from 'zod'

import type { Reading, Setting } from '../protocol.ts'

const Page = z.looseObject({ value: z.array(z.unknown()) })

/**
 * Microsoft's own client as its documentation shows it: MSAL for the token, get, PageIterator. With
 * `top` its pages are as large as they may be, which the documentation's examples do not ask for.
 */
export function people(top?: number): Reading {
  return async (setting) => {
    setGlobalDispatcher(
      new Agent({ connections: 64 }).compose(redirectedTo(new URL(setting.endpoint))),
    )
    return {
      async read() {
        const counts = await Promise.all(
          setting.tenantIds.map((id) => readTenant(setting, id, top)),
        )
        return counts.reduce((total, count) => total + count, 0)
      },
    }
  }
}

async function readTenant(setting: Setting, tenantId: string, top?: number): Promise<number> {
  const client = clientOf(setting, tenantId)
  const request = client.api('/users').select(USER_PROPERTIES.split(','))
  const first: PageCollection = Page.parse(
    await (top === undefined ? request : request.top(top)).get(),
  )
  const people: unknown[] = []
  const iterator = new PageIterator(client, first, (person: unknown) => people.push(person) > 0)
  await iterator.iterate()
  return people.length
}

function clientOf({ clientId, clientSecret }: Setting, tenantId: string): Client {
  const authority = `https://login.microsoftonline.com/${tenantId}`
  const msal = new ConfidentialClientApplication({ auth: { clientId, clientSecret, authority } })
  let token: Promise<string> | null = null
  const getAccessToken = async () => {
    const scopes = ['https://graph.microsoft.com/.default']
    token ??= msal
      .acquireTokenByClientCredential({ scopes })
      .then((result) => result?.accessToken ?? '')
    return token
  }
  return Client.initWithMiddleware({ authProvider: { getAccessToken } })
}
