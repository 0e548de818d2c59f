import type { Counts, SeatClass, SeatProblem } from './seat-problem.ts'

/** Joins classes with the same options to one, and returns how to divide its people again. */
export function withMergedClasses(problem: SeatProblem) {
  const membersByOptions = Map.groupBy(problem.classes, ({ options }) => options)
  const merged = [...membersByOptions.values()].flatMap((members): SeatClass[] => {
    const [first] = members
    const people = members.reduce((sum, each) => sum + each.people, 0)
    return first === undefined ? [] : [{ ...first, people }]
  })
  return {
    problem: { ...problem, classes: merged },
    /** Divides the people of each joined class among its members, in their order. */
    divided(counts: Counts): Counts {
      const left = new Map(
        merged.map(({ options }, at): [typeof options, number[]] => [
          options,
          [...(counts[at] ?? [])],
        ]),
      )
      return problem.classes.map(({ people, options }) => {
        const row: number[] = left.get(options) ?? []
        let open = people
        return options.map((_, option) => {
          const taken = Math.min(open, row[option] ?? 0)
          open -= taken
          row[option] = (row[option] ?? 0) - taken
          return taken
        })
      })
    },
  }
}
