/** An edge of a network; its reverse edge is the one with the other parity. */
interface Network {
  readonly to: number[]
  readonly capacity: number[]
  readonly cost: number[]
  /** The edges that leave each node. */
  readonly edges: number[][]
}

/** Creates a network with the given number of nodes. */
export function createNetwork(nodes: number): Network {
  return { to: [], capacity: [], cost: [], edges: Array.from({ length: nodes }, () => []) }
}

/** Adds an edge and returns its number. Costs are integers, not negative. */
export function addEdge(
  { to, capacity, cost, edges }: Network,
  [from, target]: readonly [from: number, target: number],
  limit: { readonly capacity: number; readonly cost: number },
): number {
  const edge = to.length
  to.push(target, from)
  capacity.push(limit.capacity, 0)
  cost.push(limit.cost, -limit.cost)
  edges[from]?.push(edge)
  edges[target]?.push(edge + 1)
  return edge
}

/** Returns the flow through an edge. */
export const flowOf = ({ capacity }: Network, edge: number): number => capacity[edge + 1] ?? 0

/**
 * Sends as much as possible from source to sink at the lowest cost, by successive shortest paths with
 * potentials (Dijkstra on reduced costs), and returns the amount. Worst case: one path for each edge
 * whose capacity ends, each in O(edges log nodes).
 */
export function sendCheapest(network: Network, source: number, sink: number): number {
  const { to, capacity } = network
  const potential = new Float64Array(network.edges.length)
  let sent = 0
  for (;;) {
    const { distance, reachedBy } = shortestPaths(network, source, potential)
    if (distance[sink] === Infinity) return sent
    for (const [node, each] of distance.entries()) {
      if (each < Infinity) potential[node] = (potential[node] ?? 0) + each
    }
    let amount = Infinity
    const walk = (visit: (edge: number) => void): void => {
      for (let node = sink; node !== source;) {
        const edge = reachedBy[node] ?? 0
        visit(edge)
        node = to[edge ^ 1] ?? source
      }
    }
    walk((edge) => {
      amount = Math.min(amount, capacity[edge] ?? 0)
    })
    walk((edge) => {
      capacity[edge] = (capacity[edge] ?? 0) - amount
      capacity[edge ^ 1] = (capacity[edge ^ 1] ?? 0) + amount
    })
    sent += amount
  }
}

/** Returns the length of the shortest path to each node, and the edge by which it reaches the node. */
function shortestPaths(network: Network, source: number, potential: Float64Array) {
  const distance = new Float64Array(network.edges.length).fill(Infinity)
  const reachedBy = new Int32Array(network.edges.length)
  const queue = createQueue()
  distance[source] = 0
  queue.push(source, 0)
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    const { node, key } = next
    if (key > (distance[node] ?? Infinity)) continue
    for (const edge of network.edges[node] ?? []) {
      const target = network.to[edge] ?? 0
      const found = key + reducedCost(network, { edge, node, target }, potential)
      if (found >= (distance[target] ?? Infinity)) continue
      distance[target] = found
      reachedBy[target] = edge
      queue.push(target, found)
    }
  }
  return { distance, reachedBy }
}

/** Returns the cost of an edge with the potentials of its ends, never negative; Infinity when it is full. */
function reducedCost(
  { capacity, cost }: Network,
  { edge, node, target }: { edge: number; node: number; target: number },
  potential: Float64Array,
): number {
  if (capacity[edge] === 0) return Infinity
  return (cost[edge] ?? 0) + (potential[node] ?? 0) - (potential[target] ?? 0)
}

/** A binary heap of nodes, the smallest key first. */
function createQueue() {
  const heap: { readonly node: number; readonly key: number }[] = []
  const keyAt = (at: number): number => heap[at]?.key ?? Infinity
  const swap = (a: number, b: number): void => {
    const [one, other] = [heap[a], heap[b]]
    if (one === undefined || other === undefined) return
    heap[a] = other
    heap[b] = one
  }
  return {
    push(node: number, key: number): void {
      heap.push({ node, key })
      for (let at = heap.length - 1; at > 0;) {
        const parent = (at - 1) >> 1
        if (keyAt(parent) <= key) break
        swap(at, parent)
        at = parent
      }
    },
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (first === undefined || last === undefined || heap.length === 0) return first
      heap[0] = last
      for (let at = 0; ;) {
        const [left, right] = [2 * at + 1, 2 * at + 2]
        const child = keyAt(right) < keyAt(left) ? right : left
        if (keyAt(child) >= keyAt(at)) return first
        swap(at, child)
        at = child
      }
    },
  }
}
