import { Dialog, type DialogProps } from './Dialog.tsx'

export interface DrawerProps extends Omit<DialogProps, 'placement' | 'role'> {
  /** Where it comes from: menus from the left, details from the right. */
  from?: 'left' | 'right'
}

/** A modal sheet as high as the window that slides in from a side. */
export function Drawer({ from = 'left', ...dialog }: DrawerProps) {
  return <Dialog {...dialog} placement={from} />
}
