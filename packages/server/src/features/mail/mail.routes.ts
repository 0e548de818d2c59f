import { getMailSettings, saveMailSettings, testMail } from '@tenantscope/contract/mail'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { MailService } from './mail.service.ts'

/** Mounts the mail server calls for administrators. */
export function mountMail(server: HttpServer, { mail }: { mail: MailService }): void {
  mount(server, getMailSettings, () => mail.settings())
  mount(server, saveMailSettings, ({ body, by }) => mail.save(body, by))
  mount(server, testMail, ({ actor }) => mail.sendTest(actor))
}
