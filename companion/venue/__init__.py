"""Many tables: every evening of a table as records in the venue's server, NATS with JetStream. Off unless it is set."""
