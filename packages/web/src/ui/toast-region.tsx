import {
  Button,
  makeStyles,
  mergeClasses,
  tokens,
  useThemeClassName,
} from '@fluentui/react-components'
import { CheckmarkCircleFilled } from '@fluentui/react-icons/svg/checkmark-circle'
import { DismissRegular } from '@fluentui/react-icons/svg/dismiss'
import { ErrorCircleFilled } from '@fluentui/react-icons/svg/error-circle'
import { InfoFilled } from '@fluentui/react-icons/svg/info'
import { WarningFilled } from '@fluentui/react-icons/svg/warning'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'

import { useStore } from '../lib/store.ts'
import { hideToast, visibleToast } from '../lib/toasts.ts'
import type { Toast } from '../lib/toasts.ts'
import { Text } from './text.tsx'

const useStyles = makeStyles({
  region: {
    position: 'fixed',
    // Above dialogs, which also report through toasts.
    zIndex: 1_000_001,
    // In the middle: the buttons of dialogs are at their right, those of forms at their left.
    insetInline: 0,
    bottom: '24px',
    marginInline: 'auto',
    width: 'fit-content',
    maxWidth: 'calc(100vw - 32px)',
    '@media (max-width: 480px)': { bottom: 'auto', top: '16px' },
  },
  toast: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr auto',
    columnGap: '12px',
    alignItems: 'start',
    width: '360px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    padding: '12px 8px 12px 16px',
    borderRadius: tokens.borderRadiusLarge,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    boxShadow: tokens.shadow16,
    animationName: { from: { opacity: 0, transform: 'translateY(8px)' }, to: { opacity: 1 } },
    animationDuration: tokens.durationNormal,
    animationTimingFunction: tokens.curveDecelerateMid,
  },
  words: { display: 'flex', flexDirection: 'column', gap: '4px', paddingBlock: '2px', minWidth: 0 },
  action: { alignSelf: 'flex-start', marginTop: '4px' },
  icon: { fontSize: '20px', marginTop: '2px' },
  success: { color: tokens.colorStatusSuccessForeground1 },
  error: { color: tokens.colorStatusDangerForeground1 },
  warning: { color: tokens.colorStatusWarningForeground3 },
  info: { color: tokens.colorNeutralForeground3 },
})

const ICONS = {
  success: CheckmarkCircleFilled,
  error: ErrorCircleFilled,
  warning: WarningFilled,
  info: InfoFilled,
} as const satisfies Record<Toast['intent'], unknown>

/** Errors and toasts with an action stay longer. */
const VISIBLE_MS = { success: 5_000, info: 5_000, warning: 10_000, error: 10_000 } as const

/** Shows the toasts, one at a time. */
export function ToastRegion() {
  const styles = useStyles()
  const themeClass = useThemeClassName()
  const host = useTopLevelHost()
  const toast = useStore(visibleToast)
  return createPortal(
    <div className={themeClass}>
      <output aria-live="polite" aria-atomic="true" className={styles.region}>
        {toast && <ToastCard key={toast.id} toast={toast} />}
      </output>
    </div>,
    host,
  )
}

function ToastCard({ toast }: { toast: Toast }) {
  const styles = useStyles()
  const [isHeld, setIsHeld] = useState(false)
  const Icon = ICONS[toast.intent]
  useEffect(() => {
    // The toast stays while the pointer or the focus is on it.
    if (isHeld) return undefined
    const visibleMs = toast.action ? VISIBLE_MS.error : VISIBLE_MS[toast.intent]
    const timer = setTimeout(() => hideToast(toast.id), visibleMs)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  return (
    <div
      className={styles.toast}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <Icon className={mergeClasses(styles.icon, styles[toast.intent])} aria-hidden="true" />
      <div className={styles.words}>
        <Text variant="strong">{toast.title}</Text>
        {toast.text !== undefined && (
          <Text variant="body" muted breakable>
            {toast.text}
          </Text>
        )}
        {toast.action && <ToastAction toastId={toast.id} action={toast.action} />}
      </div>
      <Button
        appearance="subtle"
        size="small"
        icon={<DismissRegular />}
        aria-label="Dismiss"
        title="Dismiss"
        onClick={() => hideToast(toast.id)}
      />
    </div>
  )
}

interface ToastActionProps {
  toastId: number
  action: NonNullable<Toast['action']>
}

function ToastAction({ toastId, action }: ToastActionProps) {
  const styles = useStyles()
  const run = () => {
    hideToast(toastId)
    action.run()
  }
  return (
    <Button size="small" className={styles.action} onClick={run}>
      {action.label}
    </Button>
  )
}

/**
 * A separate element beside the application: an open dialog hides the application from screen
 * readers, but not this.
 */
function useTopLevelHost(): HTMLElement {
  const [host] = useState(createHost)
  useEffect(() => {
    document.body.append(host)
    return () => host.remove()
  }, [host])
  return host
}

function createHost(): HTMLElement {
  const host = document.createElement('div')
  host.dataset['tabsterNeverHide'] = ''
  return host
}
