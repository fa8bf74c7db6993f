import { X } from 'lucide-react'
import {
  createContext,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'
import { classes } from '../base/classes.ts'
import { IconButton } from '../base/IconButton.tsx'
import { openToasts } from '../feedback/toast.ts'
import { ToastHost } from '../feedback/ToastHost.tsx'
import { holdPage } from './hold-page.ts'
import { useLatePlace } from './use-late-place.ts'

export interface DialogProps {
  open: boolean
  /** Asked for by Escape, the backdrop and the cross. */
  onClose: () => void
  title: string
  children: ReactNode
  /** Buttons at the foot, the main one last. `data-initial-focus` on one of them gives it the focus. */
  actions?: ReactNode
  role?: 'dialog' | 'alertdialog'
  /** False where leaving must be said with a button. */
  dismissible?: boolean
  /** A side is a `Drawer`'s. `full` is the whole screen, white: what is held out to a reader. */
  placement?: 'center' | 'left' | 'right' | 'full'
  /** Whether the pointer is over it. */
  onPointed?: (isPointed: boolean) => void
  /** Whether one of its controls has the focus. */
  onHeld?: (isHeld: boolean) => void
  className?: string
}

/** The browser's modal dialog: it keeps the focus inside, gives it back on closing, and hides the rest from readers. */
export function Dialog(props: DialogProps) {
  const frame = use(Frame)
  return frame && props.open ? <FramedDialog frame={frame} {...props} /> : <OwnDialog {...props} />
}

function OwnDialog({
  open,
  onClose,
  title,
  children,
  actions,
  role = 'dialog',
  dismissible = true,
  placement = 'center',
  onPointed,
  onHeld,
  className,
}: DialogProps) {
  const element = useRef<HTMLDialogElement>(null)
  const titleId = useId()
  const bodyId = useId()
  const isPressedOutside = useRef(false)

  // The pointer and hold states reset for the next dialog.
  useEffect(() => {
    if (open) return
    onPointed?.(false)
    onHeld?.(false)
  }, [open, onPointed, onHeld])

  useEffect(() => {
    const dialog = element.current
    if (!dialog || !open) return
    const opener = document.activeElement
    if (!dialog.open) dialog.showModal()
    const releasePage = holdPage()
    const closeToasts = openToasts(titleId)
    // The title where nothing else is named: browsers differ, and Firefox takes the cross.
    const place = dialog.querySelector<HTMLElement>('[data-initial-focus]') ?? dialog.querySelector('h2')
    place?.focus()
    return () => {
      releasePage()
      closeToasts()
      if (dialog.open) dialog.close()
      // A dialog that is taken away instead of closed gives nothing back by itself.
      if (document.activeElement === document.body && opener instanceof HTMLElement) opener.focus()
    }
  }, [open, titleId])

  // Another step of the same dialog: the control that led to it is gone, and with it the keyboard's place.
  useEffect(() => {
    const dialog = element.current
    const heading = dialog?.querySelector('h2')
    const isHeld = dialog?.contains(document.activeElement) && document.activeElement !== heading
    if (!dialog?.open || isHeld) return
    const place = dialog.querySelector<HTMLElement>('[data-initial-focus]') ?? heading
    place?.focus()
  }, [title])

  useLatePlace(element, open)

  function closeOnBackdrop(event: MouseEvent<HTMLDialogElement>) {
    // Pressed outside too: content that moves under a finger must not make it a click on the backdrop.
    if (dismissible && isPressedOutside.current && event.target === event.currentTarget) onClose()
  }

  return (
    // Escape, handled by `onCancel`, is the keyboard's equivalent of a click on the backdrop.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions
    <dialog
      ref={element}
      role={role}
      aria-labelledby={titleId}
      // What must be read is read out; a form in a dialog is not.
      {...(role === 'alertdialog' && open && { 'aria-describedby': bodyId })}
      onPointerDown={(event) => {
        isPressedOutside.current = event.target === event.currentTarget
      }}
      onClick={closeOnBackdrop}
      onCancel={(event) => {
        event.preventDefault()
        if (dismissible) onClose()
      }}
      className={classes(
        'max-h-none max-w-none bg-transparent p-0 text-papel backdrop:bg-velo',
        'hidden open:flex',
        placement === 'center'
          ? 'fixed inset-0 m-0 h-dvh w-screen items-end justify-center open:animate-fade sm:items-center sm:p-6'
          : 'fixed inset-0 m-0 h-dvh w-screen items-stretch open:animate-fade',
        placement === 'left' && 'justify-start',
        placement === 'right' && 'justify-end',
      )}
    >
      {open && (
        <div
          onPointerEnter={() => onPointed?.(true)}
          onPointerLeave={() => onPointed?.(false)}
          onFocus={({ target }) => onHeld?.(target.tabIndex >= 0)}
          onBlur={() => onHeld?.(false)}
          className={classes(
            'flex flex-col',
            placement === 'full' ? 'h-full w-full bg-blanco text-noche' : 'bg-tinta shadow-overlay',
            placement === 'center'
              ? 'max-h-[92dvh] w-full max-w-lg animate-rise sm:max-h-[min(92dvh,100%)] rounded-t-sheet border border-linea sm:rounded-card'
              : placement !== 'full' && 'h-full border-linea',
            placement === 'left' && 'w-[min(20rem,86vw)] animate-slide-right border-r',
            placement === 'right' && 'w-[min(32rem,94vw)] animate-slide-left border-l',
            className,
          )}
        >
          <div className="flex items-start justify-between gap-4 px-5 pt-5">
            <h2 id={titleId} tabIndex={-1} className="display text-22">
              {title}
            </h2>
            {dismissible && (
              <IconButton label="Cerrar" onClick={onClose} className="-mt-2 -mr-2">
                <X className="size-5" />
              </IconButton>
            )}
          </div>
          <div
            id={bodyId}
            className={classes('relative min-h-0 overflow-y-auto px-5 pt-3 pb-5', placement === 'full' && 'my-auto')}
          >
            {children}
          </div>
          {actions && (
            <div className="flex flex-col-reverse gap-3 border-t border-linea px-5 pt-4 pb-[max(1.25rem,env(safe-area-inset-bottom))] sm:flex-row sm:justify-end">
              {actions}
            </div>
          )}
        </div>
      )}
      {open && <ToastHost dialog={titleId} />}
    </dialog>
  )
}

type FrameContent = Pick<DialogProps, 'title' | 'onClose' | 'role' | 'dismissible'> & { hasActions: boolean }

interface FrameSlots {
  show: (content: FrameContent) => void
  footer: HTMLElement | null
}

const Frame = createContext<FrameSlots | null>(null)

/** One frame for dialogs that take turns, as the steps of one question: what is inside changes, the frame stays where it is. */
export function DialogFrame({ className, children }: { className?: string; children: ReactNode }) {
  const [content, setContent] = useState<FrameContent>({ title: '', onClose: () => {}, hasActions: false })
  const [footer, setFooter] = useState<HTMLElement | null>(null)
  const { hasActions, ...props } = content
  return (
    <OwnDialog
      open
      {...props}
      {...(className !== undefined && { className })}
      actions={hasActions && <div ref={setFooter} className="contents" />}
    >
      <Frame value={{ show: setContent, footer }}>{children}</Frame>
    </OwnDialog>
  )
}

function FramedDialog({
  frame,
  title,
  onClose,
  role,
  dismissible,
  actions,
  children,
}: DialogProps & { frame: FrameSlots }) {
  const { show, footer } = frame
  const close = useRef(onClose)
  const hasActions = Boolean(actions)
  useLayoutEffect(() => {
    close.current = onClose
  })
  useLayoutEffect(() => {
    const given = { ...(role && { role }), ...(dismissible !== undefined && { dismissible }) }
    show({ title, hasActions, onClose: () => close.current(), ...given })
  }, [show, title, hasActions, role, dismissible])
  return (
    // A question inside of it is a dialog of its own.
    <Frame value={null}>
      {children}
      {footer && createPortal(actions, footer)}
    </Frame>
  )
}
