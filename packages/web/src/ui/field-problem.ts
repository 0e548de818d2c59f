/** Field's properties for a problem; none where there is none. */
export function fieldProblem(
  problem: string | undefined,
): { validationState: 'error'; validationMessage: string } | Record<string, never> {
  return problem === undefined ? {} : { validationState: 'error', validationMessage: problem }
}
