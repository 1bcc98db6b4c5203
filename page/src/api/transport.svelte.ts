/**
 * How the page reaches the match service. Usually it is the server that the page came from; the page of a static
 * folder brings its own way (`worker/carrier.ts`), which may be a worker in this browser.
 */
/** What the page uses of a WebSocket. */
export interface Socket {
  readonly readyState: number;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
  send(text: string): void;
  close(): void;
}

/** Carries requests and live connections; addresses begin with `/api`. */
export interface Carrier {
  /** Whether the service runs in this browser, so that nobody else can come to a match. */
  alone?: boolean;
  /** Like `fetch`. */
  send(address: string, init?: RequestInit): Promise<Response>;
  /** Like `new WebSocket`. */
  openSocket(address: string, protocols: string[]): Socket;
}

export function webSocket(address: URL, protocols: string[]): Socket {
  address.protocol = address.protocol.replace('http', 'ws');
  return new WebSocket(address, protocols) as Socket;
}

export const carrier: Carrier = $state({
  alone: false,
  send: (address, init) => fetch(address, init),
  openSocket: (address, protocols) => webSocket(new URL(address, location.href), protocols),
});
