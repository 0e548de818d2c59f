import { Button } from '@fluentui/react-components'
import { CalendarRegular } from '@fluentui/react-icons/svg/calendar'

import { lazyPart } from '../../lib/load-part.ts'
import { RETURNS_FOCUS } from '../../ui/returns-focus.ts'
import { useLaterDialog } from '../../ui/use-later-dialog.tsx'

const CalendarDialog = lazyPart(async () => (await import('./calendar-dialog.tsx')).CalendarDialog)

/** Opens the user's link to the renewals as a calendar. */
export function CalendarButton() {
  const { onOpen, dialog } = useLaterDialog((state) => <CalendarDialog {...state} />)
  return (
    <>
      <Button {...RETURNS_FOCUS} icon={<CalendarRegular />} onClick={onOpen}>
        Subscribe in a calendar
      </Button>
      {dialog}
    </>
  )
}
