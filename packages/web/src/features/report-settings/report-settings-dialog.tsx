import {
  Dialog,
  DialogBody,
  DialogSurface,
  makeStyles,
  Tab,
  TabList,
} from '@fluentui/react-components'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import type { RunFresh } from '../../lib/run-fresh.ts'
import { ClosableTitle } from '../../ui/closable-title.tsx'
import { useDiscardQuestion } from '../../ui/use-discard-question.tsx'
import { LookPanel } from './look-panel.tsx'
import { MailPanel } from './mail-panel.tsx'

const useStyles = makeStyles({
  surface: { maxWidth: '860px' },
  body: {
    gridTemplateRows: 'auto auto 1fr auto',
    '@media screen and (max-width: 480px)': { gridTemplateRows: 'auto auto 1fr auto' },
  },
  // Fluent's tabs are inset: their words stand in line with the title.
  tabs: {
    gridRowStart: 2,
    gridRowEnd: 2,
    gridColumnStart: 1,
    gridColumnEnd: 4,
    marginInlineStart: '-10px',
  },
  // Its parts are the dialog's own.
  panel: { display: 'contents' },
  hidden: { display: 'none' },
})

const PANELS = [
  { id: 'look', label: 'Branding', Panel: LookPanel },
  { id: 'mail', label: 'Mail', Panel: MailPanel },
] as const
type PanelId = (typeof PANELS)[number]['id']

interface ReportSettingsDialogProps {
  /** The panel that opens first. */
  first?: PanelId
  runFresh: RunFresh
  onClose: () => void
}

/** How reports look, how long they are kept, and how they are mailed; for administrators. */
export function ReportSettingsDialog({
  first = 'look',
  runFresh,
  onClose,
}: ReportSettingsDialogProps) {
  const styles = useStyles()
  const base = useId()
  const [chosen, setChosen] = useState<PanelId>(first)
  const [dirty, setDirty] = useState<readonly PanelId[]>([])
  const { unlessDirty, question } = useDiscardQuestion(dirty.length > 0, {
    text: 'What you changed here is not saved yet.',
  })
  const requestClose = () => unlessDirty(onClose)
  return (
    <>
      <Dialog open onOpenChange={(_, { open }) => !open && requestClose()}>
        <DialogSurface className={styles.surface}>
          <DialogBody className={styles.body}>
            <ClosableTitle onClose={requestClose}>Report settings</ClosableTitle>
            <TabList
              className={styles.tabs}
              selectedValue={chosen}
              onTabSelect={(_, { value }) =>
                setChosen(PANELS.find(({ id }) => id === value)?.id ?? 'look')
              }
            >
              {PANELS.map(({ id, label }) => (
                <Tab key={id} id={`${base}${id}`} value={id}>
                  {label}
                </Tab>
              ))}
            </TabList>
            {PANELS.map(({ id, Panel }) => (
              <TabPanel key={id} labelledBy={`${base}${id}`} isShown={id === chosen}>
                <Panel
                  runFresh={runFresh}
                  onDirty={(isDirty) =>
                    setDirty((all) => [
                      ...all.filter((each) => each !== id),
                      ...(isDirty ? [id] : []),
                    ])
                  }
                  onClose={requestClose}
                />
              </TabPanel>
            ))}
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {question}
    </>
  )
}

interface TabPanelProps {
  labelledBy: string
  isShown: boolean
  children: ReactNode
}

/** Hidden ones stay as they are, with what was typed. */
function TabPanel({ labelledBy, isShown, children }: TabPanelProps) {
  const styles = useStyles()
  return (
    <div
      role="tabpanel"
      aria-labelledby={labelledBy}
      className={isShown ? styles.panel : styles.hidden}
    >
      {children}
    </div>
  )
}
