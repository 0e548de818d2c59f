import { ProgressBar } from '@fluentui/react-components'

interface ProgressTrackProps {
  labelId: string
  /** Absent: how much there is to do is not known yet. */
  counts: { done: number; total: number } | undefined
}

/** Fluent's bar, apart from what the first screen loads: it brings the code of its animations. */
export function ProgressTrack({ labelId, counts }: ProgressTrackProps) {
  return (
    <ProgressBar
      aria-labelledby={labelId}
      thickness="large"
      {...(counts && { max: counts.total, value: counts.done })}
    />
  )
}
