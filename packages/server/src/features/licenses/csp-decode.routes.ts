import { decodeCspLicenses } from '@tenantscope/contract/csp-decode'

import type { HttpServer } from '../../http/http-server.ts'
import { mount } from '../../http/mount.ts'
import type { CspDecodeService } from './csp-decode.service.ts'

export function mountCspDecode(server: HttpServer, cspDecode: CspDecodeService): void {
  mount(server, decodeCspLicenses, ({ tenant, signal }) => cspDecode.decode(tenant, signal))
}
