import { getReportSettings, saveReportSettings } from '@tenantscope/contract/branding'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { ReportLooksService } from './report-looks.service.ts'

/** How reports look: read by everybody who makes them, changed by administrators. */
export function mountReportLooks(
  server: HttpServer,
  { reportLooks }: { reportLooks: ReportLooksService },
): void {
  mount(server, getReportSettings, () => reportLooks.settings())
  mount(server, saveReportSettings, ({ body, actor, caller }) =>
    reportLooks.save(body, byOf(actor, caller)),
  )
}
