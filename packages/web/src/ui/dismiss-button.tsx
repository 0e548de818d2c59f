import { Button } from '@fluentui/react-components'
import { Dismiss20Regular } from '@fluentui/react-icons/svg/dismiss'

/** The button in the corner of a notice that removes it. */
export function DismissButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      appearance="transparent"
      aria-label="Dismiss"
      title="Dismiss"
      icon={<Dismiss20Regular />}
      onClick={onClick}
    />
  )
}
