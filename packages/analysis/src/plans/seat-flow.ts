import { addEdge, createNetwork, flowOf, sendCheapest } from './min-cost-flow.ts'
import type { Component, Reduced } from './seat-components.ts'
import { CENT } from './seat-problem.ts'

/** Source and sink come first, then the classes. */
const classNode = (number: number): number => 2 + number

/** True when no person uses more than one joint seat, so that the cheapest assignment is a flow. */
export const isFlow = ({ classes }: Component): boolean =>
  classes.every(({ variants }) => variants.every(({ joint }) => joint.length <= 1))

/**
 * Returns for each class of a component the people of each variant, at the lowest cost: people flow from
 * their class through the SKU with a joint seat, free or paid, and through its limit.
 */
export function cheapestFlow({ classes, skus }: Component, reduced: Reduced): number[][] {
  const [source, sink] = [0, 1]
  const skuNode = new Map(skus.map((sku, number) => [sku, classNode(classes.length + number)]))
  const limitNode = (limit: number): number => classNode(classes.length + skus.length + limit)
  const network = createNetwork(limitNode(reduced.limits.length))
  const edges = classes.map(({ people, variants }, number) => {
    addEdge(network, [source, classNode(number)], { capacity: people, cost: 0 })
    return variants.map(({ joint: [sku], cost }) => {
      const target = sku === undefined ? sink : (skuNode.get(sku) ?? sink)
      return addEdge(network, [classNode(number), target], { capacity: people, cost })
    })
  })
  const all = classes.reduce((sum, { people }) => sum + people, 0)
  for (const [sku, node] of skuNode) {
    const limit = reduced.limitOf[sku] ?? null
    const target = limit === null ? sink : limitNode(limit)
    addEdge(network, [node, target], { capacity: reduced.free[sku] ?? 0, cost: 0 })
    addEdge(network, [node, target], { capacity: all, cost: (reduced.cents[sku] ?? 0) * CENT })
  }
  for (const [limit, capacity] of reduced.limits.entries()) {
    addEdge(network, [limitNode(limit), sink], { capacity: Math.max(0, capacity), cost: 0 })
  }
  sendCheapest(network, source, sink)
  return edges.map((own) => own.map((edge) => flowOf(network, edge)))
}
