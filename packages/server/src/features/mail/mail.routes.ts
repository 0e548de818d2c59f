import { getMailSettings, saveMailSettings, testMail } from '@tenantscope/contract/mail'

import { byOf } from '../../http/by-of.ts'
import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { MailService } from './mail.service.ts'

/** The mail server, for administrators. */
export function mountMail(server: HttpServer, { mail }: { mail: MailService }): void {
  mount(server, getMailSettings, () => mail.settings())
  mount(server, saveMailSettings, ({ body, actor, caller }) => mail.save(body, byOf(actor, caller)))
  mount(server, testMail, ({ actor }) => mail.sendTest(actor))
}
