import { addPrice, changePrice, listPrices, removePrice } from '@tenantscope/contract/prices'

import type { HttpServer } from '../../../http/http-server.ts'
import { mount } from '../../../http/mount.ts'
import type { PricesService } from './prices.service.ts'

export function mountPrices(server: HttpServer, { prices }: { prices: PricesService }): void {
  mount(server, listPrices, () => prices.list())
  mount(server, addPrice, ({ body, by }) => prices.add(body, by))
  mount(server, changePrice, ({ params, body, by }) => prices.change(params.priceId, body, by))
  mount(server, removePrice, ({ params, query, by }) =>
    prices.remove(params.priceId, query.version, by),
  )
}
