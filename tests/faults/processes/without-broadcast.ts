// Phones of a run live in one process; none of them may be notified of what another one stores.
Reflect.deleteProperty(globalThis, 'BroadcastChannel');
