import { Button, makeStyles } from '@fluentui/react-components'
import { ArrowClockwise20Regular } from '@fluentui/react-icons/svg/arrow-clockwise'
import { Open16Regular } from '@fluentui/react-icons/svg/open'

import { PortalButton } from '../../ui/portal-button.tsx'
import type { AppRegistrationState } from './use-registration.ts'

const useStyles = makeStyles({
  actions: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '8px',
  },
})

/** What may be done with the whole card. */
export function RegistrationActions({ state }: { state: AppRegistrationState }) {
  const styles = useStyles()
  const { registration, isAsking, refresh } = state
  return (
    <div className={styles.actions}>
      {registration === undefined ? (
        // Keeps the link's place.
        <Button disabled icon={<Open16Regular />} iconPosition="after">
          Azure Portal
        </Button>
      ) : (
        <PortalButton href={registration.portalUrl}>Azure Portal</PortalButton>
      )}
      <Button
        icon={<ArrowClockwise20Regular />}
        aria-label="Refresh permission status"
        // Stays focusable while it works, so that keyboard focus is not lost.
        disabledFocusable={isAsking}
        onClick={refresh}
      >
        Refresh
      </Button>
    </div>
  )
}
