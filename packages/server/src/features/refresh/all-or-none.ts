/**
 * Runs tasks side by side; the first that fails ends the others through their signal. Settles only
 * when every task has ended, so that nothing goes on behind the caller's back.
 */
export async function allOrNone<Results extends unknown[]>(
  signal: AbortSignal,
  start: (signal: AbortSignal) => { [Index in keyof Results]: Promise<Results[Index]> },
): Promise<Results> {
  const failed = new AbortController()
  const tasks = start(AbortSignal.any([signal, failed.signal]))
  await Promise.allSettled(
    tasks.map((task) =>
      task.catch((error: unknown) => {
        failed.abort(error)
      }),
    ),
  )
  if (failed.signal.aborted) throw failed.signal.reason
  return Promise.all(tasks)
}
