type Arrival<Value> = { readonly source: AsyncGenerator<Value, void> } & (
  | { readonly result: IteratorResult<Value, void> }
  | { readonly error: unknown }
)

/** Values of several sources as they come, until the first one ends or fails; the others end with it. */
export async function* merged<Value>(
  sources: readonly AsyncGenerator<Value, void>[],
): AsyncGenerator<Value, void> {
  const arrivals: Arrival<Value>[] = []
  let wake = doNothing
  const arrive = (arrival: Arrival<Value>): void => {
    arrivals.push(arrival)
    wake()
  }
  // Promise.race would keep every value until the quietest source says something.
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
