type Arrival<Value> = { readonly source: AsyncGenerator<Value, void> } & (
  | { readonly result: IteratorResult<Value, void> }
  | { readonly error: unknown }
)

/**
 * Yields values of several sources as they arrive, until the first source ends or fails; the others
 * end too.
 */
export async function* merged<Value>(
  sources: readonly AsyncGenerator<Value, void>[],
): AsyncGenerator<Value, void> {
  const arrivals: Arrival<Value>[] = []
  let wake = doNothing
  const arrive = (arrival: Arrival<Value>): void => {
    arrivals.push(arrival)
    wake()
  }
  // Promise.race would retain every value until the slowest source yields.
  const pull = (source: AsyncGenerator<Value, void>): void => {
    source.next().then(
      (result) => arrive({ source, result }),
      (error: unknown) => arrive({ source, error }),
    )
  }
  try {
    for (const source of sources) pull(source)
    for (;;) {
      const arrival = arrivals.shift()
      if (arrival === undefined) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
        continue
      }
      if ('error' in arrival) throw arrival.error
      if (arrival.result.done === true) return
      pull(arrival.source)
      yield arrival.result.value
    }
  } finally {
    for (const source of sources) source.return().catch(() => undefined)
  }
}

const doNothing = (): void => undefined
