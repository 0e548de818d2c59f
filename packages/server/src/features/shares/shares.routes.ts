import {
  createShare,
  deactivateShare,
  downloadSharedReport,
  listMyShares,
  listShareViews,
  readSharedReport,
  unlockSharedReport,
} from '@tenantscope/contract/shares'

import type { Call } from '../../http/call.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import { AppError } from '../../lib/app-error.ts'
import type { SharedReportsService, Visitor } from './shared-reports.service.ts'
import type { SharesService } from './shares.service.ts'

/** Mounts the calls for share links, for their creators and for visitors. */
export function mountShares(
  server: HttpServer,
  { shares, sharedReports }: { shares: SharesService; sharedReports: SharedReportsService },
): void {
  mount(server, createShare, async ({ tenant, body, actor, caller: source }) => {
    const share = await shares.create(tenant, body, { actor, source })
    return { ...SUCCESS, shareUrl: share.shareUrl, share }
  })
  mount(server, listMyShares, async ({ query, actor }) => ({
    shares: await shares.list(actor, query),
  }))
  mount(server, listShareViews, ({ params, actor }) => shares.views(params.shareId, actor))
  mount(server, deactivateShare, async ({ params, actor, caller: source }) => {
    await shares.deactivate(params.share, { actor, source })
    return { ...SUCCESS, message: 'The share link was deactivated.' }
  })

  mount(server, readSharedReport, async (call) => {
    refusePrefetch(call)
    const { result: report, newPass } = await sharedReports.read(visitorOf(call))
    keepPass(call, newPass)
    return { ...SUCCESS, message: LOADED, report }
  })
  mount(server, unlockSharedReport, async (call) => {
    const { passphrase } = call.body
    const { result: report, newPass } = await sharedReports.unlock(visitorOf(call), passphrase)
    keepPass(call, newPass)
    return { ...SUCCESS, message: LOADED, report }
  })
  mount(server, downloadSharedReport, async (call) => {
    refusePrefetch(call)
    const { format } = call.query
    const wanted = { format, signal: call.signal }
    const { result: file, newPass } = await sharedReports.download(visitorOf(call), wanted)
    keepPass(call, newPass)
    return file
  })
}

const SUCCESS = { success: true } as const
const LOADED = 'The shared report was loaded.'

type VisitorCall = Pick<
  Call<typeof readSharedReport>,
  'params' | 'cookies' | 'caller' | 'isPrefetch'
>

const visitorOf = ({ params, cookies, caller }: VisitorCall): Visitor => ({
  token: params.token,
  pass: cookies.visitorPass,
  caller,
})

/** Prefetches are refused and not counted; a real visit repeats the request. */
function refusePrefetch({ isPrefetch }: VisitorCall): void {
  if (isPrefetch) throw new AppError('CONFLICT', 'A shared report cannot be prefetched')
}

/** Only existing tokens arrive here, and they are valid in a cookie's path. */
function keepPass({ params, cookies }: VisitorCall, pass: string | null): void {
  if (pass !== null) cookies.setVisitorPass(pass, `/api/reports/shared/${params.token}`)
}
